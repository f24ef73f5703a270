import type { SubjectCounts } from '#contract/organisations/counts'
import type { Needed } from '#contract/terms/permissions'
import type { ActingAs } from '~/features/organisations/acting.server'
import { may } from './may'

/** A page of an organisation: its link, and its requirements. */
export interface DeskPage {
  below: string
  /** A message key. */
  text: string
  needed: Needed
  count?: keyof SubjectCounts
  /** True if the manager can open it while the organisation is suspended. */
  whenSuspended?: true
}

export interface DeskGroup {
  /** A message key. */
  title: string
  pages: readonly DeskPage[]
}

const people: DeskPage[] = [
  { below: '/members', text: 'organisation.links.members', needed: 'member.read', count: 'members' },
  { below: '/invitations', text: 'organisation.links.invitations', needed: 'invitation.read', count: 'invitations' },
  { below: '/requests', text: 'organisation.links.requests', needed: 'invitation.send', count: 'requests' },
  { below: '/members/waiting', text: 'organisation.links.waiting', needed: 'member.create', count: 'waiting' },
  { below: '/roles', text: 'organisation.links.roles', needed: 'role.read' },
]

const facts: DeskPage[] = [
  { below: '/details', text: 'organisation.links.details', needed: 'organisation.update' },
  { below: '/logo', text: 'organisation.links.logo', needed: 'organisation.update' },
  { below: '/domains', text: 'organisation.links.domains', needed: 'domain.manage' },
  {
    below: '/applications',
    text: 'organisation.links.applications',
    needed: 'application.manage',
    whenSuspended: true,
  },
  { below: '/sign-in', text: 'organisation.links.sign_in_rules', needed: 'manager' },
  { below: '/log', text: 'organisation.links.log', needed: 'log.read' },
]

/**
 * The pages of an organisation that a member may open, in groups. The last group has rare acts that are hard to undo.
 */
export const deskGroups = (acting: ActingAs): DeskGroup[] => {
  const { is_manager, identity_id, frozen_by } = acting.subject
  const own: DeskPage[] = [
    { below: `/members/${identity_id}`, text: 'organisation.links.own', needed: 'member', whenSuspended: true },
    ...(is_manager ? [] : [{ below: '/leave', text: 'organisation.links.leave', needed: 'member' } as const]),
  ]
  const suspending = frozen_by === 'manager' ? 'organisation.links.unfreeze' : 'organisation.links.freeze'
  const closing = frozen_by === 'closing' ? 'organisation.links.reopen' : 'organisation.links.close'
  const rare: DeskPage[] = [
    { below: '/manager', text: 'organisation.links.manager', needed: 'manager', whenSuspended: true },
    { below: '/freeze', text: suspending, needed: 'organisation.freeze', whenSuspended: true },
    { below: '/close', text: closing, needed: 'manager', whenSuspended: true },
  ]
  const groups: DeskGroup[] = [
    { title: 'organisation.groups.people', pages: people },
    { title: 'organisation.groups.organisation', pages: facts },
    { title: 'organisation.own', pages: own },
    { title: 'organisation.groups.rare', pages: rare },
  ]
  return groups
    .map(({ title, pages }) => ({
      title,
      pages: pages.filter(({ needed, whenSuspended }) => may(acting, needed) && (frozen_by === null || whenSuspended)),
    }))
    .filter(({ pages }) => pages.length > 0)
}

/** True when a member may administer something. */
export const hasPowers = (acting: ActingAs): boolean =>
  deskGroups(acting).some(({ pages }) => pages.some(({ needed }) => needed !== 'member'))
