// A banner: a picture that leads to a page, shown on the pages of others. Sizes are those that ad space is sold in.
import * as z from 'zod'
import { productLines } from './company.ts'

export const bannerSizes = [
  { size: '300x250', name: 'Medium rectangle' },
  { size: '728x90', name: 'Leaderboard' },
  { size: '160x600', name: 'Wide skyscraper' },
  { size: '300x600', name: 'Half page' },
  { size: '970x250', name: 'Billboard' },
  { size: '970x90', name: 'Large leaderboard' },
  { size: '336x280', name: 'Large rectangle' },
  { size: '468x60', name: 'Full banner' },
  { size: '250x250', name: 'Square' },
  { size: '120x600', name: 'Skyscraper' },
  { size: '320x50', name: 'Mobile leaderboard' },
  { size: '320x100', name: 'Large mobile banner' },
] as const
export type BannerSize = (typeof bannerSizes)[number]['size']
export const bannerSizeNames = bannerSizes.map(({ size }) => size) as [BannerSize, ...BannerSize[]]

/** Only active banners are shown; a banner that is switched off leaves its place empty. */
export const bannerStatuses = ['active', 'inactive'] as const
export type BannerStatus = (typeof bannerStatuses)[number]

export const bannerImageTypes = ['image/png', 'image/jpeg', 'image/gif'] as const
export type BannerImageType = (typeof bannerImageTypes)[number]

export const MOST_BANNERS = 200
export const BANNER_NAME_MAX = 120
export const BANNER_MAX_BYTES = 2 * 1024 * 1024
export const CLICK_URL_MAX = 2000

export const BannerImage = z.object({
  /** Names the file, and changes with it. */
  id: z.string(),
  type: z.enum(bannerImageTypes),
  bytes: z.number().int(),
})
export type BannerImage = z.output<typeof BannerImage>

export const Banner = z.object({
  id: z.string(),
  companyId: z.string(),
  name: z.string(),
  line: z.enum(productLines),
  size: z.enum(bannerSizeNames),
  image: BannerImage,
  clickUrl: z.string(),
  status: z.enum(bannerStatuses),
  updatedAt: z.number(),
})
export type Banner = z.output<typeof Banner>

/** Width and height of a size in pixels. */
export function pixelsOf(size: BannerSize): { width: number; height: number } {
  const [width = 0, height = 0] = size.split('x').map(Number)
  return { width, height }
}

type Measures = { width: number; height: number }

/** Why a picture does not fit a size, as a sentence; null when it does. Sharp screens are served by twice as many pixels. */
export function refusalForMeasures(size: BannerSize, picture: Measures): string | null {
  const { width, height } = pixelsOf(size)
  const fits = [1, 2].some((times) => picture.width === times * width && picture.height === times * height)
  if (fits) return null
  return `This size needs ${width} × ${height} pixels, or ${2 * width} × ${2 * height} for sharp screens. This image has ${picture.width} × ${picture.height}.`
}

/** The size that a picture was made for; undefined where it is none of them. */
export const sizeOf = (picture: Measures): BannerSize | undefined =>
  bannerSizeNames.find((size) => refusalForMeasures(size, picture) === null)

/** Why a file may not become a banner, as a sentence; null when it may be tried. Its content is looked at by the server. */
export function refusalForBannerFile(file: { type: string; size: number }): string | null {
  if (!(bannerImageTypes as readonly string[]).includes(file.type)) return 'Choose a PNG, JPG or GIF image.'
  if (file.size > BANNER_MAX_BYTES) return 'Choose an image of at most 2 MB.'
  return file.size === 0 ? 'This file is empty.' : null
}

/**
 * Why a click may not lead to an address, as a sentence; null when it may.
 * @example refusalForClickUrl('http://example.com') // 'Use an address that begins with https://.'
 */
export function refusalForClickUrl(address: string): string | null {
  if (address.length > CLICK_URL_MAX) return `Use an address of at most ${CLICK_URL_MAX} letters.`
  const url = URL.parse(address)
  if (url?.protocol !== 'https:' || !/^https:\/\//i.test(address)) return 'Use an address that begins with https://.'
  if (/\s/.test(address)) return 'An address has no spaces.'
  if (url.username || url.password) return 'Leave name and password out of the address.'
  if (!/^[^.].*\.[a-z][a-z0-9-]*\.?$/i.test(url.hostname)) return 'This host is not on the public internet.'
  return null
}

/** All of them, as the edge names them. */
export const BANNER_PATHS = '/media/*'
/** After so long a banner that was changed or switched off is seen as it is now. */
export const BANNER_SECONDS = 300
/** Where a banner's picture is shown, on the host of its tenant: the same for each picture that it gets. */
export const bannerPath = ({ companyId, id }: Pick<Banner, 'companyId' | 'id'>): string => `/media/${companyId}/${id}`

const pathShape = /^\/media\/(com_[0-9A-Z]{26})\/(bnr_[0-9A-Z]{26})$/
/** Which banner a path shows; undefined where it is no such path. */
export function readBannerPath(path: string): { companyId: string; id: string } | undefined {
  const [, companyId, id] = pathShape.exec(path) ?? []
  return companyId && id ? { companyId, id } : undefined
}

const marks: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => marks[sign] ?? sign)

/** What a page is given to show a banner. */
export function bannerSnippet(
  banner: Pick<Banner, 'companyId' | 'id' | 'name' | 'size' | 'clickUrl'>,
  origin: string,
): string {
  const { width, height } = pixelsOf(banner.size)
  const source = escapeHtml(`${origin}${bannerPath(banner)}`)
  // The address as the network writes it: quotes and signs of other scripts are encoded.
  const target = escapeHtml(new URL(banner.clickUrl).href)
  return `<a href="${target}" target="_blank" rel="noopener sponsored"><img src="${source}" alt="${escapeHtml(banner.name)}" width="${width}" height="${height}" style="border:0"></a>`
}
