import { version } from '#rules/version'
import { reply } from '~/framework'

// For the development server. In production, the web server answers this.
export const loader = () => reply({ status: 'alive', version })
