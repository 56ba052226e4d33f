/** A picture is never shown larger than a fraction of this. */
const SIDE = 512
const QUALITY = 0.9

/**
 * The middle square of a picture, drawn anew in a small size: less to send and to load, and without what cameras write
 * into their files, such as where a picture was taken. What the browser cannot draw is sent as it is.
 */
export async function shrinkPicture(file: File): Promise<File> {
  if (typeof createImageBitmap !== 'function') return file
  const image = await createImageBitmap(file).catch(() => null)
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d')
  if (!image || !context) return file
  const from = Math.min(image.width, image.height)
  const side = Math.min(from, SIDE)
  canvas.width = side
  canvas.height = side
  const [left, top] = [(image.width - from) / 2, (image.height - from) / 2]
  context.drawImage(image, left, top, from, from, 0, 0, side, side)
  image.close()
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, file.type, QUALITY))
  // A browser that cannot write the type writes PNG: the blob says what it is.
  return blob ? new File([blob], file.name, { type: blob.type }) : file
}
