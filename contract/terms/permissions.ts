/**
 * The permissions of an identity in its organisation. Each call of an organisation needs one of them, which its row
 * names. A role grants some; the manager has all; `administrator` has all that a role can grant.
 */
export const permissions = {
  'organisation.update': {
    'zh-Hans': { name: '修改组织资料', text: '修改组织的名称、网站、地址等资料。' },
    en: { name: 'Edit the organisation', text: 'Change its name, website, address and other details.' },
  },
  'organisation.freeze': {
    'zh-Hans': { name: '冻结组织', text: '冻结组织，使成员暂时不能进入；也可以解冻。' },
    en: { name: 'Suspend the organisation', text: 'Keep all members out for a time, and let them in again.' },
  },
  'member.read': {
    'zh-Hans': { name: '查看成员', text: '查看和搜索成员，以及他们的角色。' },
    en: { name: 'See members', text: 'List and search the members and their roles.' },
  },
  'member.create': {
    'zh-Hans': { name: '创建成员账号', text: '用手机号或邮箱为新成员创建账号。' },
    en: { name: 'Create accounts for members', text: 'Create an account for a new member by mobile number or email.' },
  },
  'member.update': {
    'zh-Hans': { name: '修改成员名称', text: '修改成员在组织里显示的名称。' },
    en: { name: 'Rename members', text: 'Change the name by which the organisation knows a member.' },
  },
  'member.freeze': {
    'zh-Hans': { name: '冻结成员', text: '冻结成员，使其暂时不能进入组织；也可以解冻。' },
    en: { name: 'Suspend members', text: 'Keep a member out for a time, and let them in again.' },
  },
  'member.remove': {
    'zh-Hans': { name: '移除成员', text: '把成员移出组织。' },
    en: { name: 'Remove members', text: 'Take a member out of the organisation.' },
  },
  'invitation.read': {
    'zh-Hans': { name: '查看邀请', text: '查看已发出的邀请。' },
    en: { name: 'See invitations', text: 'List the invitations that were sent.' },
  },
  'invitation.send': {
    'zh-Hans': { name: '邀请成员', text: '发送、重发、修改和撤销邀请。' },
    en: { name: 'Invite members', text: 'Send, resend, change and cancel invitations.' },
  },
  'role.read': {
    'zh-Hans': { name: '查看角色', text: '查看组织有哪些角色和权限。' },
    en: { name: 'See roles', text: 'List the roles and what they allow.' },
  },
  'role.write': {
    'zh-Hans': { name: '管理角色', text: '创建、修改和停用角色。' },
    en: { name: 'Manage roles', text: 'Create, change and disable roles.' },
  },
  'role.assign': {
    'zh-Hans': { name: '分配角色', text: '给成员分配角色，或收回角色。' },
    en: { name: 'Assign roles', text: 'Give roles to members, and take them away.' },
  },
  'domain.manage': {
    'zh-Hans': { name: '管理邮箱域名', text: '验证组织的邮箱域名，并决定谁可以用这个域名的邮箱加入。' },
    en: { name: 'Manage email domains', text: 'Verify email domains, and choose who may join by an address of one.' },
  },
  'application.manage': {
    'zh-Hans': { name: '管理应用', text: '创建、修改和移除组织的应用，并更换它们的密钥。' },
    en: {
      name: 'Manage applications',
      text: 'Register, change and remove applications of the organisation, and renew their secrets.',
    },
  },
  'log.read': {
    'zh-Hans': { name: '查看操作记录', text: '查看和导出组织里的操作记录。' },
    en: { name: 'See the log', text: 'See and export who did what in the organisation.' },
  },
} as const satisfies Record<string, Record<'zh-Hans' | 'en', { name: string; text: string }>>

/** A permission that a role can grant. */
export type Permission = keyof typeof permissions

export const permissionNames = Object.keys(permissions) as [Permission, ...Permission[]]

export const isPermission = (name: string): name is Permission => Object.hasOwn(permissions, name)

/**
 * What a call of an organisation needs: a permission, to be its manager (which no role can grant), or only a place in
 * it.
 */
export type Needed = Permission | 'manager' | 'member'

/** The roles that every organisation has. Their names are texts of the web app. */
export const builtInRoles = ['manager', 'administrator', 'member'] as const
