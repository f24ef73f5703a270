import { answered, type StandIns } from './stand-in'

/** The data of the pages of the profile and of pictures, besides changes. */
export const profileStandIns = {
  checkDefaultInfo: async () => answered({ avatar_is_default: false, name_is_default: false }),
  recommendedName: async () => answered({ names: [] }),
  remainingUpdateTimes: async () => answered({}),
  defaultAvatars: async () => answered({ items: [] }),
  defaultBackgrounds: async () => answered({ items: [] }),
} satisfies StandIns
