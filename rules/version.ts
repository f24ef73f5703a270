import manifest from '../package.json' with { type: 'json' }

/** The version of this build, as package.json has it. */
export const { version } = manifest
