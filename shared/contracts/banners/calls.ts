// Banners: pictures that lead to a page, with the code that shows them on the pages of others.
import * as z from 'zod'
import {
  BANNER_NAME_MAX,
  bannerImageTypes,
  bannerSizeNames,
  bannerStatuses,
  CLICK_URL_MAX,
  refusalForClickUrl,
} from '../../model/banner.ts'
import { productLines } from '../../model/company.ts'
import { call } from '../lib/call.ts'
import { Done, Id } from '../lib/fields.ts'

const pages = ['bannerCreate', 'bannerList'] as const

export const BannerRow = z.object({
  id: z.string(),
  companyId: z.string(),
  name: z.string(),
  product: z.enum(productLines),
  size: z.enum(bannerSizeNames),
  clickUrl: z.string(),
  status: z.enum(bannerStatuses),
  /** On the tenant's own host; its end changes with the picture, so that a browser shows the new one at once. Of a banner that is off, an address that works for two hours. */
  imageUrl: z.string(),
  imageType: z.enum(bannerImageTypes),
  imageBytes: z.number(),
  updatedAt: z.string(),
})

const Changeable = z.object({
  name: z.string().trim().min(1, 'Enter a name.').max(BANNER_NAME_MAX, `Use at most ${BANNER_NAME_MAX} letters.`),
  product: z.enum(productLines),
  size: z.enum(bannerSizeNames),
  clickUrl: z
    .string()
    .trim()
    .max(CLICK_URL_MAX)
    .superRefine((address, context) => {
      const message = refusalForClickUrl(address)
      if (message) context.addIssue({ code: 'custom', message })
    }),
})

export const list = call({
  method: 'GET',
  path: '/banner/show/{companyId}',
  summary: 'The banners of a company, the newest first.',
  can: 'banner:read',
  pages,
  company: 'companyId',
  input: z.object({ companyId: Id }),
  output: z.object({ data: z.array(BannerRow) }),
})

export const uploadImage = call({
  method: 'POST',
  path: '/banner/image',
  summary:
    'A form that takes one picture of at most 2 MB, posted straight to the file store. It counts once a banner is saved with it.',
  can: 'banner:update',
  inView: 'allowed',
  pages,
  company: 'companyId',
  audit: 'none',
  input: z.object({ companyId: Id, contentType: z.enum(bannerImageTypes) }),
  output: z.object({ uploadId: z.string(), url: z.string(), fields: z.record(z.string(), z.string()) }),
})

export const create = call({
  method: 'POST',
  path: '/banner/create',
  summary: 'Makes a banner of an uploaded picture, once it was found to be an image of the size that is named.',
  can: 'banner:update',
  inView: 'allowed',
  pages,
  company: 'companyId',
  audit: { action: 'Banner Change', did: 'Made a banner' },
  rounds: {
    most: 3,
    reason: 'How many were ever made is read before those that there are, so that none comes in between unseen.',
  },
  input: Changeable.extend({ companyId: Id, status: z.enum(bannerStatuses).default('active'), uploadId: Id }),
  output: Done.extend({ data: BannerRow }),
})

export const update = call({
  method: 'PUT',
  path: '/banner/update',
  summary: 'Changes a banner. What is left out stays as it is, and without an upload its picture.',
  can: 'banner:update',
  inView: 'allowed',
  pages,
  company: 'companyId',
  audit: { action: 'Banner Change', did: 'Changed a banner' },
  input: Changeable.partial().extend({
    companyId: Id,
    bannerId: Id,
    status: z.enum(bannerStatuses).optional(),
    uploadId: Id.optional(),
  }),
  output: Done.extend({ data: BannerRow }),
})

export const setStatus = call({
  method: 'PUT',
  path: '/banner/status',
  summary: 'Switches a banner on or off. Pages that show it show nothing in its place within five minutes.',
  can: 'banner:update',
  inView: 'allowed',
  pages,
  company: 'companyId',
  audit: { action: 'Banner Change', did: 'Switched a banner' },
  input: z.object({ companyId: Id, bannerId: Id, status: z.enum(bannerStatuses) }),
  output: Done,
})

export const remove = call({
  method: 'DELETE',
  path: '/banner/remove/{companyId}/{bannerId}',
  summary: 'Removes a banner and its picture. Pages that show it show nothing in its place within five minutes.',
  can: 'banner:update',
  inView: 'allowed',
  pages,
  company: 'companyId',
  body: 'none',
  audit: { action: 'Banner Change', did: 'Removed a banner' },
  input: z.object({ companyId: Id, bannerId: Id }),
  output: Done,
})
