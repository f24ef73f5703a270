import type { DefaultPicture } from '../../domain/picture/kinds'
import pictures from './defaults.json'

/** The ready-made pictures, as they were drawn: nothing has to be loaded that draws. */
export const defaultPicture: DefaultPicture = (kind, number) => Buffer.from(pictures[kind][number - 1] ?? '', 'base64')
