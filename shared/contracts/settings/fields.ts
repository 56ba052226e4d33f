// Settings as the wire names their fields.

import * as z from 'zod'
import { EmbeddedCode as Code, AgencyTheme as Theme } from '../../model/setting.ts'
import { SmtpServer as Server, SmtpView as View } from '../../model/smtp.ts'

export const themePictures = ['logo', 'logodark', 'favicon'] as const

const theme = Theme.shape
export const AgencyTheme = z.object({
  nameshort: theme.shortName,
  sidebarcolor: theme.sidebarColour,
  templatecolor: theme.templateColour,
  boxcolor: theme.boxColour,
  textcolor: theme.textColour,
  linkcolor: theme.linkColour,
  fonttheme: theme.font,
  logo: theme.logo,
  logodark: theme.logoDark,
  favicon: theme.favicon,
  supporturl: theme.supportUrl,
})
export type AgencyTheme = z.output<typeof AgencyTheme>

export const EmbeddedCode = z.object({ placeEmbedded: Code.shape.placeEmbedded, embeddedcode: Code.shape.embeddedCode })
export type EmbeddedCode = z.output<typeof EmbeddedCode>

export const SmtpServer = Server.omit({ fromAddress: true }).extend({ fromaddress: Server.shape.fromAddress })
export type SmtpServer = z.output<typeof SmtpServer>

const { state, failure, failedAt, whyNot } = View.shape
export const SmtpView = SmtpServer.extend({ state, failure, failedat: failedAt, whynot: whyNot })
export type SmtpView = z.output<typeof SmtpView>

const Beta = z.object({ is_beta: z.boolean(), apply_to_all_agency: z.boolean() })
/** What is being tried out; for all agencies, or for those alone that take part. */
export const BetaSetting = z.object({ b2b_module: Beta, data_wallet: Beta })
