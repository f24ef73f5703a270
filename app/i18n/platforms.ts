export { isNamedPlatform, platformAccount, platformName } from '#rules/platform-names'
