import { attributeNames } from '#contract/applications/registered/attribute-names'
import { siteFacts } from '#contract/applications/registered/site-facts'
import { type Command, listLines, listOf, type Row, saying, yesOrNo } from './said'

export const websiteUsage = `npm run admin -- service list                                lists the services that sign people in by CAS
npm run admin -- service add <id> <url> <name>               registers one; <url> is the exact address in its requests
npm run admin -- service attributes <id> <names>             sets the attributes that it gets: ${attributeNames.join(',')}, or none
npm run admin -- service logout-url <id> <url>               sets the URL that is notified of ended sessions, or none
npm run admin -- service gateway <id> yes|no                 sets whether it may check for a session without a sign-in page
npm run admin -- service remove <id>                         removes it; its id is never used again
npm run admin -- site list                                   lists the protected sites
npm run admin -- site add <id> <origin> <people> <name>      registers one; <origin> is a URL such as https://wiki.example.com
npm run admin -- site people <id> <people>                   sets who may enter: everyone, or groups, separated by commas:
                                                             <sec_subject_uid> or <sec_subject_uid>/<role>
npm run admin -- site facts <id> <names>                     sets the headers that it gets: ${siteFacts.join(',')}, or none
npm run admin -- site remove <id>                            removes it; its id is never used again
npm run admin -- application list                            lists your other web apps on this account API
npm run admin -- application add <aid> <url> <name>          registers one, and shows its key; <url> is its PUBLIC_URL
npm run admin -- application name <aid> <name>               sets the name that people read
npm run admin -- application url <aid> <url>                 sets where its pages are
npm run admin -- application key <aid>                       shows its newest key, for its ACCOUNT_API_KEY
npm run admin -- application new-key <aid>                   makes another key; the previous one works until the next new-key
npm run admin -- application disable <aid>                   refuses its calls and shows no links to it; enable undoes it
`

const changed = (id: string) => () => `${id} is changed.`
const removed = (id: string) => () => `${id} is removed.`

const listServices: Command = async (api) =>
  saying(await api.listServices({}), ({ services }) =>
    listLines(
      services,
      ({ id, name, url, attributes, logout_url, may_gateway }) => [
        id,
        name,
        url,
        `attributes ${attributes.join(',') || 'none'}`,
        `logout-url ${logout_url ?? 'none'}`,
        `gateway ${may_gateway ? 'yes' : 'no'}`,
      ],
      'No service is registered.',
    ),
  )

const addService: Command = async (api, id = '', url = '', name = '') =>
  saying(
    await api.addService({ id, url, name }),
    () => `${id} is registered. It only gets the user id; see service attributes.`,
  )

const setAttributes: Command = async (api, id = '', names = '') =>
  saying(await api.changeService({ id, attributes: listOf(names) }), changed(id))

const setLogoutUrl: Command = async (api, id = '', url = '') =>
  saying(await api.changeService({ id, logout_url: url === 'none' ? null : url }), changed(id))

const removeService: Command = async (api, id = '') => saying(await api.removeService({ id }), removed(id))

const listSites: Command = async (api) =>
  saying(await api.listSites({}), ({ sites }) =>
    listLines(
      sites,
      ({ id, name, origin, people, facts }) => [
        id,
        name,
        origin,
        `people ${people.join(',') || 'everyone'}`,
        `facts ${facts.join(',') || 'none'}`,
      ],
      'No site is registered.',
    ),
  )

const peopleOf = (typed: string): string[] => (typed === 'everyone' ? [] : typed.split(','))

const addSite: Command = async (api, id = '', origin = '', people = '', name = '') =>
  saying(
    await api.addSite({ id, origin, people: peopleOf(people), name }),
    () => `${id} is registered. It only gets the user id; see site facts.`,
  )

const setPeople: Command = async (api, id = '', people = '') =>
  saying(await api.changeSite({ id, people: peopleOf(people) }), changed(id))

const setFacts: Command = async (api, id = '', names = '') =>
  saying(await api.changeSite({ id, facts: listOf(names) }), changed(id))

const removeSite: Command = async (api, id = '') => saying(await api.removeSite({ id }), removed(id))

const listApplications: Command = async (api) =>
  saying(await api.listApplications({}), ({ applications }) =>
    listLines(
      applications,
      ({ aid, name, url, key_version, is_enabled }) => [
        ...[aid, name, url, `key ${key_version}`, is_enabled ? 'enabled' : 'disabled'],
      ],
      'No application is registered.',
    ),
  )

const keyText =
  (aid: string) =>
  ({ key }: { key: string }) =>
    `Its settings: ACCOUNT_API_AID=${aid} ACCOUNT_API_KEY=${key}`

const addApplication: Command = async (api, aid = '', url = '', name = '') =>
  saying(await api.addApplication({ aid, url, name }), (shown) => `${aid} is registered. ${keyText(aid)(shown)}`)

const nameApplication: Command = async (api, aid = '', name = '') =>
  saying(await api.changeApplication({ aid, name }), changed(aid))

const moveApplication: Command = async (api, aid = '', url = '') =>
  saying(await api.changeApplication({ aid, url }), changed(aid))

export const websiteCommands: Record<string, Row> = {
  service: { words: 0, run: listServices },
  'service list': { words: 0, run: listServices },
  'service add': { words: 3, run: addService },
  'service attributes': { words: 2, run: setAttributes },
  'service logout-url': { words: 2, run: setLogoutUrl },
  'service gateway': {
    words: 2,
    run: yesOrNo(async (api, may_gateway, id = '') =>
      saying(await api.changeService({ id, may_gateway }), changed(id)),
    ),
  },
  'service remove': { words: 1, run: removeService },
  site: { words: 0, run: listSites },
  'site list': { words: 0, run: listSites },
  'site add': { words: 4, run: addSite },
  'site people': { words: 2, run: setPeople },
  'site facts': { words: 2, run: setFacts },
  'site remove': { words: 1, run: removeSite },
  application: { words: 0, run: listApplications },
  'application list': { words: 0, run: listApplications },
  'application add': { words: 3, run: addApplication },
  'application name': { words: 2, run: nameApplication },
  'application url': { words: 2, run: moveApplication },
  'application key': {
    words: 1,
    run: async (api, aid = '') => saying(await api.showApplicationKey({ aid }), keyText(aid)),
  },
  'application new-key': {
    words: 1,
    run: async (api, aid = '') => saying(await api.renewApplicationKey({ aid }), keyText(aid)),
  },
  'application disable': {
    words: 1,
    run: async (api, aid = '') => saying(await api.disableApplication({ aid }), () => `${aid} is disabled.`),
  },
  'application enable': {
    words: 1,
    run: async (api, aid = '') => saying(await api.enableApplication({ aid }), () => `${aid} is enabled.`),
  },
}
