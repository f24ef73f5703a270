import { writeFileSync } from 'node:fs'
import { drawings, drawn } from './drawings'

/** Writes the default pictures into the file that they are served from. A test checks that the file is current. */
const all = async (kind: keyof typeof drawings): Promise<string[]> => {
  const pictures = await Promise.all(drawings[kind].map((drawing) => drawn(kind, drawing)))
  return pictures.map((bytes) => bytes.toString('base64'))
}

const pictures = { avatar: await all('avatar'), background: await all('background') }
writeFileSync(new URL('./defaults.json', import.meta.url), `${JSON.stringify(pictures, null, 2)}\n`)
