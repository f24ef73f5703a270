import { reply } from '~/framework'
import { version } from '../../../rules/version'

// Under our own server, that answers this.
export const loader = () => reply({ status: 'alive', version })
