import type { AddressKind } from '~/features/addresses/address-kind'
import { AddressPage } from '~/features/addresses/address-page'
import type { ShownCode } from '~/features/codes/resend-notices'
import type { FlashName } from '~/navigation/flash/flash-names'
import { carrying } from '~/navigation/returning/carrying'
import { LinkList } from '~/ui/link-list'
import { RegisterCodePage } from './register-code-page'
import { ToJoin } from './to-join'

const pages = {
  mobile: { title: 'register.title', path: '/login/register' },
  email: { title: 'register.email.title', path: '/login/register/email' },
}
const others = { mobile: 'email', email: 'mobile' } as const

interface RegisterAddressProps {
  kind: AddressKind
  notice: FlashName | null
  typed?: string | undefined
  toJoin: string | null
}

/** Registration with one address, step 1: the address. */
export const RegisterAddress = ({ kind, toJoin, ...named }: RegisterAddressProps) => (
  <AddressPage
    kind={kind}
    title={pages[kind].title}
    {...named}
    lead={<ToJoin name={toJoin} />}
    after={
      <>
        <LinkList
          title="ways.register_otherwise"
          links={carrying(
            {
              [pages[others[kind]].path]: `ways.by_${others[kind]}`,
              '/login/register/both': 'ways.by_both',
              '/login/register/organisation': 'ways.with_organisation',
            },
            named.typed !== undefined,
          )}
        />
        <LinkList
          title="ways.have_account"
          links={carrying({ '/login': 'ways.to_sign_in' }, named.typed !== undefined)}
        />
      </>
    }
  />
)

/** Registration with one address, step 2: the code and a password. */
export const RegisterCode = ({ kind, ...code }: { kind: AddressKind; sent: ShownCode; account: string }) => (
  <RegisterCodePage
    kind={kind}
    back={pages[kind].path}
    meanwhile={{ [pages[others[kind]].path]: `ways.register_by_${others[kind]}` }}
    {...code}
  />
)
