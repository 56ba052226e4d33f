// What helps a person to say whom a campaign looks for: keywords, places, and how many people that is.
import * as z from 'zod'
import { MIN_LETTERS } from '../../constants.ts'
import { productLines } from '../../model/company.ts'
import { MapShape } from '../../model/map-shape.ts'
import { Place } from '../../model/place.ts'
import { Cities, Keywords, States } from '../../model/targeting.ts'
import { ZipCodes } from '../../model/zip-codes.ts'
import { WireFlag } from '../../wire.ts'
import { call } from '../lib/call.ts'
import { Id } from '../lib/fields.ts'

const helper = { can: 'targeting:read' } as const
/** It answers and changes nothing; its question is too long for an address. */
const question = { ...helper, method: 'POST', inView: 'allowed', audit: 'none' } as const

const Search = z
  .string()
  .trim()
  .min(MIN_LETTERS, `Type at least ${MIN_LETTERS} letters.`)
  .max(80, 'Use at most 80 letters.')
const Choice = z.object({ value: z.string(), label: z.string() })

export const states = call({
  method: 'GET',
  path: '/general/state',
  summary: 'The states, by name: their postal codes and names.',
  ...helper,
  input: z.object({}),
  output: z.object({ data: z.array(z.object({ code: z.string(), name: z.string() })) }),
})

export const cities = call({
  method: 'GET',
  path: '/general/state/{state}/cities',
  summary: 'The cities of a state, by name; none of an unknown state.',
  ...helper,
  input: z.object({ state: z.string().trim().max(20) }),
  output: z.object({ data: z.array(Choice) }),
})

export const searchPlaces = call({
  method: 'GET',
  path: '/general/enhance/location',
  summary: 'Up to 20 states, cities and zip codes whose names begin with a text.',
  ...helper,
  input: z.object({ search: Search }),
  output: z.object({ data: z.array(Place) }),
})

export const suggest = call({
  method: 'GET',
  path: '/leadspeek/keyword-to-tags',
  summary: 'Up to 20 keywords that people search by and that are like a text; none while the provider does not answer.',
  ...helper,
  input: z.object({ keyword: Search }),
  output: z.object({ data: z.array(Choice) }),
})

export const zipsInShape = call({
  ...question,
  path: '/keywords/zipCodesInShape',
  summary:
    'The zip codes whose centres lie in a circle or a drawn shape: at most 1,000, the nearest first in a circle, with how many there are in all.',
  input: z.object({ shape: MapShape }),
  output: z.object({ zipCodes: z.array(z.string()), total: z.number(), isCut: z.boolean() }),
})

export const unknownZips = call({
  ...question,
  path: '/keywords/unknownZipCodes',
  summary: 'Which of the zip codes our table does not know. The post may know them all the same: this is a hint.',
  input: z.object({ zipCodes: ZipCodes }),
  output: z.object({ unknown: z.array(z.string()) }),
})

export const estimate = call({
  ...question,
  company: 'companyId',
  rounds: { most: 3, reason: 'What was counted before is looked for first; only other questions are paced.' },
  path: '/keywords/estimate',
  summary:
    'How many people there were in the last 7 days for keywords in an area, or on a site. It is an estimate, and the same person may do it 30 times a minute.',
  input: z.object({
    leadspeek_type: z.enum(productLines),
    keywords: Keywords.default([]),
    nationaltargeting: WireFlag.default('F'),
    states: States.default([]),
    cities: Cities.default([]),
    zip_codes: ZipCodes.default([]),
    siteUrl: z.string().trim().max(2000).default(''),
    /** Whose counts may answer it: the client's, where a campaign of a client is made. */
    companyId: Id.optional(),
  }),
  /** Nobody counts where the platform has no lead data provider: then it is null. */
  output: z.object({ people: z.number().nullable(), days: z.number() }),
})
