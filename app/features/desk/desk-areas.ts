import { mayMakeNamed, type OperatorCallName } from '#contract/operator/operator-calls'
import type { OperatorScope } from '#contract/operator/operator-power'

/** A part of the desk: its first page, and the call that the page makes. */
interface DeskArea {
  path: string
  /** A message key. */
  text: string
  call: OperatorCallName
}

const areas: readonly DeskArea[] = [
  { path: '/desk/people', text: 'desk.areas.people', call: 'showUser' },
  { path: '/desk/names', text: 'desk.areas.names', call: 'listNames' },
  { path: '/desk/organisations', text: 'desk.areas.organisations', call: 'showOrganisation' },
  { path: '/desk/applications', text: 'desk.areas.applications', call: 'listClients' },
  { path: '/desk/messages', text: 'desk.areas.messages', call: 'listFailedMessages' },
  { path: '/desk/announcements', text: 'desk.areas.announcements', call: 'listAnnouncements' },
  { path: '/desk/webhooks', text: 'desk.areas.webhooks', call: 'listWebhooks' },
  { path: '/desk/keys', text: 'desk.areas.keys', call: 'listKeys' },
  { path: '/desk/operators', text: 'desk.areas.operators', call: 'listOperators' },
]

/** The parts of the desk that an operator with these scopes may open. */
export const areasFor = (scopes: readonly OperatorScope[]): DeskArea[] =>
  areas.filter(({ call }) => mayMakeNamed(scopes, call))
