import { useRouteLoaderData } from '../framework'

/** The hidden field that shows that a form was made for the browser that posts it. */
export const FormToken = () => {
  const data = useRouteLoaderData<{ formToken: string }>('root')
  return <input type="hidden" name="form_token" value={data?.formToken ?? ''} />
}
