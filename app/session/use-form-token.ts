import { useRouteLoaderData } from '../framework'

/** The value of a form's hidden field `form_token`. */
export const useFormToken = (): string => useRouteLoaderData<{ formToken: string }>('root')?.formToken ?? ''
