import { useRouteLoaderData } from '~/framework'

/**
 * The hidden fields of a form: one shows that it was made for the browser that posts it, the other identifies its page,
 * so two presses of its button count as one.
 */
export const FormToken = () => {
  const data = useRouteLoaderData<{ formToken: string; requestKey?: string }>('root')
  return (
    <>
      <input type="hidden" name="form_token" value={data?.formToken ?? ''} />
      {data?.requestKey !== undefined && <input type="hidden" name="request_key" value={data.requestKey} />}
    </>
  )
}
