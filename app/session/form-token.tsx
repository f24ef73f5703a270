import { useFormToken } from './use-form-token'

/** Shows the server that the form was made for the browser that sends it. */
export const FormToken = () => <input type="hidden" name="form_token" value={useFormToken()} />
