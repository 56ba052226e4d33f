// What the log says of a banner, and why one is not written.
import { invalid } from '#shared/errors.ts'
import { type Banner, MOST_BANNERS } from '#shared/model/banner.ts'
import { foldText } from '#shared/model/node.ts'

export const NAME_TAKEN = 'There is a banner of this name already.'

export const bannerFacts = ({ name, line, size, clickUrl, status, image }: Banner) => ({
  banner: name,
  product: line,
  size,
  clickUrl,
  status,
  image: image.id,
})

/** Refuses a name that another banner of the company has. */
export function checkName(others: readonly Banner[], name: string): void {
  if (others.some((other) => foldText(other.name) === foldText(name))) throw invalid({ name: NAME_TAKEN })
}

export function checkRoom(all: readonly Banner[]): void {
  if (all.length >= MOST_BANNERS)
    throw invalid({ name: `A company has at most ${MOST_BANNERS} banners. Remove one that is not needed any more.` })
}
