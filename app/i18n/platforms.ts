export { platformAccount, platformName } from '../../rules/platform-names'
