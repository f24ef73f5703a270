/** The version of this build, as package.json has it. */
export { version } from '../package.json'
