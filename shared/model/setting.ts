// What a tenant can set of its own face: colours, font, pictures, menu names, and code of its own on its pages.
import * as z from 'zod'
import { fonts, HexColour } from './brand.ts'

export const themePictures = ['logo', 'logoDark', 'favicon'] as const
export type ThemePicture = (typeof themePictures)[number]

const Picture = z.string().max(8000)

export const SHORT_NAME_LENGTH = 24

/** A tenant's look. A picture is the path it is served at, or the id of an upload that takes its place. */
export const AgencyTheme = z.object({
  shortName: z.string().trim().min(1, 'Enter a short name.').max(SHORT_NAME_LENGTH, 'Use at most 24 letters.'),
  sidebarColour: HexColour,
  templateColour: HexColour,
  boxColour: HexColour,
  textColour: HexColour,
  linkColour: HexColour,
  font: z.enum(fonts),
  logo: Picture.nullable(),
  logoDark: Picture.nullable(),
  favicon: Picture.nullable(),
  /** Where a platform's owner gives help; agencies leave it empty. */
  supportUrl: z
    .string()
    .trim()
    .max(300)
    .refine((text) => text === '' || /^https?:\/\/[^\s]+$/i.test(text), 'Enter an address that begins with https://.'),
})
export type AgencyTheme = z.output<typeof AgencyTheme>

const MenuName = z.object({
  name: z.string().trim().max(40, 'Use at most 40 letters.'),
  url: z.string().trim().toLowerCase().max(40, 'Use at most 40 letters.'),
})
/** Names and URL segments of the product lines. */
export const LeadMenu = z.object({ local: MenuName, locator: MenuName, enhance: MenuName, b2b: MenuName })
export type LeadMenu = z.output<typeof LeadMenu>

/** 20 kB, as the bytes that travel. */
const EMBEDDED_MAX_BYTES = 20_480
const bytesOf = (text: string) => new TextEncoder().encode(text).length

/** Code of a tenant's own, and where on the page it stands. Any place but head and body means the footer. */
export const EmbeddedCode = z.object({
  placeEmbedded: z.string().trim().max(20),
  embeddedCode: z.string().refine((code) => bytesOf(code) <= EMBEDDED_MAX_BYTES, 'Use at most 20 kB of code.'),
})
export type EmbeddedCode = z.output<typeof EmbeddedCode>

export const noCode: EmbeddedCode = { placeEmbedded: 'footer', embeddedCode: '' }
