/** The media types of files that are accepted as pictures. */
export const pictureTypes = 'image/jpeg,image/png,image/webp,image/gif'
