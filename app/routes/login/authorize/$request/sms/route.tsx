import { addressAgain } from '~/addresses/address-again.server'
import { AddressPage } from '~/addresses/address-page'
import { sendFirstCode } from '~/addresses/first-code.server'
import { api } from '~/api.server'
import { askedRequest } from '~/authorisation/asked-request.server'
import { pageOfRequest, requireAsking } from '~/authorisation/way.server'
import { WayLead } from '~/authorisation/way-lead'
import type { PageHandle } from '~/document/page-handle'
import { openSms } from '~/flows/open-sms.server'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { flashOf } from '~/navigation/flash.server'
import { BackLink } from '~/ui/back-link'

// A person proves who they are by an SMS code, for one request of an application. Step 1: the number.
export const handle: PageHandle = { title: 'login.sms.title' }

export const loader = async (args: LoaderFunctionArgs) => {
  const { client } = await requireAsking(args)
  const typed = await addressAgain(args, openSms)
  return reply({ name: client.name, page: pageOfRequest(args), typed, notice: flashOf(args.request) })
}

export const action = async (args: ActionFunctionArgs) => {
  const { openSendCode } = await api(args)
  const purpose = (_calls: unknown, mobile: string) => openSendCode({ ...askedRequest(args), mobile })
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
