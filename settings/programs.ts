import { variables } from './variables'
import { captcha, vendorInBrowser, vendorOfTokens } from './vendors/captcha-vendor'
import { delivery } from './vendors/delivery'
import { telemetry } from './vendors/telemetry'
import { workplace } from './vendors/workplace'

/** The variables that both programs read. */
const ofBoth = {
  PUBLIC_URL: true,
  DEPLOYMENT: true,
  DATA_DIR: true,
  ACCOUNT_API_KEY: true,
  ACCOUNT_API_AID: true,
  ACCOUNT_API_PORT: true,
  ACCOUNT_API_HOST: true,
  BRAND: true,
  THIRD_PARTY: true,
  DRAIN_SECONDS: true,
  LOG_LEVEL: true,
} as const

/** The variables of the web app, in the order of docs/operators/settings.md. It gets no secret of a captcha vendor. */
export const webAppSettings = variables
  .pick({
    ...ofBoth,
    PORT: true,
    HOST: true,
    DESK_PORT: true,
    DESK_HOST: true,
    DESK_URL: true,
    TRUST_PROXY: true,
    SESSION_SECRETS: true,
    ACCOUNT_API_URL: true,
    ACCOUNT_API_PATHS: true,
    LOG_ID_HEADER: true,
    SESSION_COOKIE: true,
    FORM_TOKEN_COOKIE: true,
    FORM_TOKEN_HEADER: true,
    LANGUAGES: true,
    DEFAULT_LANGUAGE: true,
    TRANSLATIONS_URL: true,
    TRANSLATIONS_KEY: true,
    VARIANT: true,
    SINGLE_SIGN_ON: true,
    ANTI_CRAWLER: true,
  })
  .extend({
    DEFAULT_REGION: delivery.shape.DEFAULT_REGION,
    CAPTCHA: captcha(vendorInBrowser),
    ...telemetry.shape,
  })

export const accountApiSettings = variables
  .pick({
    ...ofBoth,
    PASSWORD_PEPPERS: true,
    PASSWORD_HASH: true,
    BREACHED_PASSWORDS: true,
    CLIENT_ID_METADATA_DOCUMENTS: true,
    FORMER_SYSTEM: true,
    POLICY: true,
    DATABASE_URL: true,
    DATABASE_DIRECT_URL: true,
    DATABASE_POOL_SIZE: true,
    DATABASE_TIMEOUT_MS: true,
    ACTIVITY_DAYS: true,
    ORGANISATION_LOG_DAYS: true,
    AUDIT_LOG: true,
    AUDIT_DAYS: true,
    DNS_SERVERS: true,
    APP_SCHEMES: true,
  })
  .extend({ ...delivery.shape, ...workplace.shape, CAPTCHA: captcha(vendorOfTokens) })

/** The variables of the operator's command line, to find a deployment or its database. */
export const commandLineSettings = variables.pick({
  DEPLOYMENT: true,
  DATA_DIR: true,
  DATABASE_URL: true,
  ACCOUNT_API_KEY: true,
  ACCOUNT_API_AID: true,
  ACCOUNT_API_PORT: true,
  ACCOUNT_API_HOST: true,
  ACCOUNT_API_URL: true,
  OPERATOR_KEY: true,
})
