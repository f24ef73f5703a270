import type { OperatorClient } from '#contract/client'
import { failed, type Row, type Said, saying } from './said'

type Keys = Omit<Parameters<OperatorClient['setClientKeys']>[0], 'client_key' | 'reason'>

const set = async (api: OperatorClient, client_key: string, keys: Keys): Promise<Said> =>
  saying(await api.setClientKeys({ client_key, ...keys }), () => `${client_key} is changed.`)

const replaceKeys = async (api: OperatorClient, file: Uint8Array, key = ''): Promise<Said> => {
  try {
    return set(api, key, { keys: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(file)) })
  } catch {
    return failed('The file is not JSON.')
  }
}

/** The commands for the keys of clients, by name. */
export const clientKeysCommands: Record<string, Row> = {
  'client keys-uri': { words: 2, run: (api, key = '', keys_uri = '') => set(api, key, { keys: undefined, keys_uri }) },
  'client keys': { words: 2, run: (api, key = '') => set(api, key, { keys: null }), withFile: replaceKeys },
  'client auth': {
    words: 2,
    run: async (api, key = '', typed = '') =>
      ['secret', 'keys'].includes(typed)
        ? set(api, key, { keys: undefined, uses_keys: typed === 'keys' })
        : failed('Say secret or keys.'),
  },
}
