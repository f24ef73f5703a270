import type { PageHandle } from '~/document/page-handle'
import { addressAgain } from '~/features/addresses/address-again.server'
import { AddressPage } from '~/features/addresses/address-page'
import { sendFirstCode } from '~/features/addresses/first-code.server'
import { askedRequest } from '~/features/authorisation/asked-request.server'
import { pageOfRequest, requireAsking } from '~/features/authorisation/way.server'
import { WayLead } from '~/features/authorisation/way-lead'
import { openSms } from '~/flows/sign-in/open-sms.server'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { flashOf } from '~/navigation/flash/flash.server'
import { api } from '~/runtime/api.server'
import { BackLink } from '~/ui/back-link'

// Proves a person by an SMS code, for one request of an application. Step 1: the number.
export const handle: PageHandle = { title: 'login.sms.title' }

export const loader = async (args: LoaderFunctionArgs) => {
  const { client } = await requireAsking(args)
  const typed = await addressAgain(args, openSms)
  return reply({ name: client.name, page: pageOfRequest(args), typed, notice: flashOf(args.request) })
}

export const action = async (args: ActionFunctionArgs) => {
  const [{ openSendCode }, asked] = [await api(args), await askedRequest(args)]
  const purpose = (_calls: unknown, mobile: string) => openSendCode({ ...asked, mobile })
  return sendFirstCode(args, { kind: 'mobile', purpose, flow: openSms })
}

export default function ProveBySms() {
  const { name, page, typed, notice } = useLoaderData<typeof loader>()
  return (
    <AddressPage
      kind="mobile"
      title="login.sms.title"
      typed={typed}
      lead={<WayLead name={name} notice={notice} />}
      after={<BackLink path={page} text="authorise.other_way" />}
    />
  )
}
