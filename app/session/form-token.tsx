import { useFormToken } from './use-form-token'

/** The hidden field that shows that a form was made for the browser that posts it. */
export const FormToken = () => <input type="hidden" name="form_token" value={useFormToken()} />
