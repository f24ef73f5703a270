import type { CallName } from '#contract/calls'

interface Flow {
  /** The calls that it needs. Of those in a list, one is enough. */
  needs: readonly (CallName | readonly CallName[])[]
  /** Optional calls, without which it does less. */
  wants?: readonly CallName[]
  /** The pages that only it uses. A `*` stands for one segment; a `$` at the end excludes the pages below. */
  pages: readonly string[]
}

const organisation = '/settings/organisations/*'

/** The specification's flows that pages implement, for pages and for the check of an account API. */
const flows = {
  'sign-in by a password': { needs: ['accountLoginV2'], pages: ['/login$', '/passport/wap/login'] },
  'sign-in by a code to a mobile': {
    needs: ['sendCode', 'smsLoginOnly'],
    wants: ['smsLoginContinue'],
    pages: ['/login/sms'],
  },
  'sign-in by a code to an email': {
    needs: ['sendEmailCode', 'emailCodeLogin'],
    pages: ['/login/email$', '/login/email/code'],
  },
  'sign-in by an email and a password': { needs: ['emailLogin'], pages: ['/login/email/password'] },
  'sign-out': { needs: ['logout'], pages: [] },
  'registration by a mobile': {
    needs: ['sendCode', 'registerByMobile'],
    pages: ['/login/register$', '/login/register/code'],
  },
  'registration by an email': { needs: ['sendEmailCode', 'registerByEmail'], pages: ['/login/register/email'] },
  'registration by a mobile and an email': {
    needs: ['sendCode', 'sendEmailCode', 'registerByMobileAndEmail'],
    pages: ['/login/register/both'],
  },
  'registration of an organisation by a mobile': {
    needs: ['sendCode', 'createSubjectByMobile'],
    pages: ['/login/register/organisation/mobile'],
  },
  'registration of an organisation by an email': {
    needs: ['sendEmailCode', 'createSubjectByEmail'],
    pages: ['/login/register/organisation/email'],
  },
  'reset of a password by a mobile': {
    needs: ['sendCode', 'resetPasswordByMobile'],
    pages: ['/account-help/password$', '/account-help/password/code'],
  },
  'reset of a password by an email': {
    needs: ['sendEmailCode', 'resetPasswordByEmail'],
    pages: ['/account-help/password/email'],
  },
  settings: { needs: ['accountInfo'], pages: ['/settings$'] },
  profile: {
    needs: ['accountInfo', 'accountSet'],
    wants: ['checkDefaultInfo', 'recommendedName', 'remainingUpdateTimes'],
    pages: ['/settings/profile'],
  },
  avatar: {
    needs: ['uploadAvatar', 'updateUserInfo', 'image'],
    wants: ['defaultAvatars'],
    pages: ['/settings/avatar'],
  },
  background: {
    needs: ['uploadPicture', 'updateUserInfo', 'image'],
    wants: ['defaultBackgrounds'],
    pages: ['/settings/background'],
  },
  'change of a password': { needs: ['updatePassword'], pages: ['/settings/password$'] },
  'a first password': { needs: ['setPassword'], pages: ['/settings/password/set'] },
  'change of a forgotten password': {
    needs: [['verifyMobile', 'verifyEmail'], 'changePassword'],
    wants: ['verifyMobile', 'verifyEmail'],
    pages: ['/settings/password/forgotten'],
  },
  'binding a mobile': { needs: ['sendCode', 'bindMobile'], pages: ['/settings/mobile/bind'] },
  'binding an email': { needs: ['sendEmailCode', 'bindEmail'], pages: ['/settings/email/bind'] },
  'change of a mobile': {
    needs: ['sendCode', 'verifyMobile', 'rebindMobile'],
    pages: ['/settings/mobile/change'],
  },
  'change of an email': {
    needs: ['sendEmailCode', 'verifyEmail', 'rebindEmail'],
    pages: ['/settings/email/change'],
  },
  'taking over an address': {
    needs: ['switchBind'],
    pages: ['/settings/mobile/switch', '/settings/email/switch', '/settings/*/change/switch'],
  },
  'removing an address or a third-party account': {
    needs: ['unbindPlatform'],
    pages: ['/settings/mobile/remove', '/settings/email/remove', '/settings/third-party/*$'],
  },
  'removing a lost number': {
    needs: [['validateEmailCode', 'unusableMobileCheck'], 'unbindUnusableMobile'],
    pages: ['/account-help/mobile-lost'],
  },
  'list of third-party accounts': { needs: ['bindVerifyInfo'], pages: ['/settings/third-party'] },
  cancellation: {
    needs: ['cancelVerifyWay', 'cancelCheck', 'cancelConfirm', ['verifySecond', 'verifyMobile', 'verifyEmail']],
    wants: ['verifyMobile', 'verifyEmail'],
    pages: ['/settings/cancel'],
  },
  'sign-in by a QR code': {
    needs: ['getQrcode', 'checkQrconnect', 'scanQrcode', 'confirmQrcode'],
    pages: ['/login/qr$', '/login/qr/code', '/login/qr/confirm'],
  },
  'moving a third-party account by a QR code': {
    needs: ['getChangeBindQrcode', 'checkChangeBindQrcode', 'scanChangeBindQrcode', 'confirmChangeBindQrcode'],
    pages: ['/settings/move', '/login/qr/move'],
  },
  'open authorisation': { needs: ['openAuthInfo', 'openWebAuth'], pages: ['/login/authorize'] },
  'open authorisation by a code to a mobile': {
    needs: ['openAuthInfo', 'openWebAuth', 'openSendCode', 'openSmsAuth'],
    pages: ['/login/authorize/*/sms'],
  },
  'open authorisation by a password': {
    needs: ['openAuthInfo', 'openWebAuth', 'openAccountAuth'],
    pages: ['/login/authorize/*/password'],
  },
  'open authorisation by a QR code': {
    needs: ['openAuthInfo', 'openWebAuth', 'openQrGet', 'openQrCheck', 'openQrScan', 'openQrConfirm'],
    pages: ['/login/authorize/*/qr', '/login/qr/authorize'],
  },
  organisations: {
    needs: ['listSubjects', 'ownPermissions'],
    wants: ['listResources'],
    pages: ['/settings/organisations'],
  },
  'choice of an organisation': { needs: ['subjectLoginList', 'subjectLogin'], pages: ['/login/organisation'] },
  'details of an organisation': { needs: ['updateSubject'], pages: [`${organisation}/details`] },
  'suspension of an organisation': { needs: ['freezeSubject'], pages: [`${organisation}/freeze`] },
  'members of an organisation': { needs: ['listIdentities'], pages: [`${organisation}/members`] },
  'names of members': { needs: ['listIdentities', 'updateDeputy'], pages: [] },
  'suspension of members': { needs: ['listIdentities', ['freezeMembers', 'freezeDeputy']], pages: [] },
  'removal of members': { needs: ['listIdentities', ['removeMembers', 'deleteDeputy']], pages: [] },
  'creating an account with a role': { needs: ['createUserWithRole'], pages: [`${organisation}/members/new`] },
  roles: {
    needs: ['listRoles', 'listUserRoles'],
    wants: ['listResources'],
    pages: [`${organisation}/roles`],
  },
  'creating roles': { needs: ['createRole'], pages: [`${organisation}/roles/new`] },
  'changing roles': { needs: ['updateRole'], pages: [] },
  'disabling roles': { needs: ['banRole'], pages: [`${organisation}/roles/*/disable`] },
  'roles of members': {
    needs: ['listRoles', 'listUserRoles', 'assignRole', 'removeRole'],
    pages: [`${organisation}/members/*/roles`, `${organisation}/members/role`],
  },
  invitations: {
    needs: ['listInvitations', ['inviteByMobile', 'inviteByEmail', 'inviteByWorkplace'], 'cancelInvitation'],
    wants: ['inviteByMobile', 'inviteByEmail', 'inviteByWorkplace', 'resendInvitation', 'updateInvitation'],
    pages: [`${organisation}/invitations`],
  },
  'accepting an invitation': { needs: ['checkInvitation', 'acceptInvitation'], pages: ['/login/invitation'] },
  'transfer of the manager': {
    needs: [
      ['orgSendCode', 'orgSendEmailCode'],
      'verifyOldManager',
      ['startTransfer', 'verifyNewManager'],
      'transferManager',
    ],
    wants: ['orgSendCode', 'orgSendEmailCode'],
    pages: [`${organisation}/manager`],
  },
} satisfies Record<string, Flow>

/** The result for a flow with an account API. */
export interface JudgedFlow {
  name: string
  state: 'open' | 'reduced' | 'closed'
  /** The missing calls: the needed ones of a closed flow, the optional ones of a reduced flow. */
  lacks: readonly CallName[]
  pages: readonly string[]
}

/** Decides for every flow whether it works, by the calls that an account API lacks. */
export const judgedFlows = (isAbsent: (name: CallName) => boolean): JudgedFlow[] =>
  Object.entries<Flow>(flows).map(([name, { needs, wants = [], pages }]) => {
    const choices = needs.map((need) => (typeof need === 'string' ? [need] : need))
    const unmet = choices.filter((choice) => choice.every(isAbsent)).flat()
    if (unmet.length > 0) return { name, state: 'closed', lacks: unmet, pages }
    const fewer = wants.filter(isAbsent)
    return { name, state: fewer.length > 0 ? 'reduced' : 'open', lacks: fewer, pages }
  })

/** The flows that cannot work without the calls that an account API lacks. */
export const closedFlows = (isAbsent: (name: CallName) => boolean): JudgedFlow[] =>
  judgedFlows(isAbsent).filter(({ state }) => state === 'closed')
