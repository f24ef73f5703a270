import { version } from '#rules/version'
import { reply } from '~/framework'

// Under our own server, that answers this.
export const loader = () => reply({ status: 'alive', version })
