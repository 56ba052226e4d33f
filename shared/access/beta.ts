// Features that are tried out: the operators of a root say which, and whether for all agencies. Who does not take part begins nothing
// with such a feature; what was begun before stays theirs, because it was paid for.
import type { Betas, Company, ProductLine } from '../model/company.ts'
import type { Wallet } from '../money/wallet.ts'

/** A feature that is being tried out: for everybody, or only for companies that take part. */
export type Beta = Betas['b2b']
export type BetaFeature = keyof Betas

export const noBeta: Beta = { isBeta: false, appliesToAllAgencies: false }

/** As the root of a company has it; without a word of its operators nothing is tried out. */
export const betaOf = (root: Pick<Company, 'betas'> | undefined, feature: BetaFeature): Beta =>
  root?.betas?.[feature] ?? noBeta

/** The platform's own company takes part in all that it tries out. */
export const isBetaCompany = ({ kind, isBeta }: Pick<Company, 'kind' | 'isBeta'>): boolean => kind === 'root' || isBeta

/** Whether a company takes part in a feature, or need not because it is no beta. Who does not begins nothing with it. */
export const takesPart = ({ isBeta, appliesToAllAgencies }: Beta, isBetaCompany: boolean): boolean =>
  !isBeta || appliesToAllAgencies || isBetaCompany

/** The same of an agency, by what its root says. */
export const mayBegin = (
  root: Pick<Company, 'betas'> | undefined,
  agency: Pick<Company, 'kind' | 'isBeta'>,
  feature: BetaFeature,
): boolean => takesPart(betaOf(root, feature), isBetaCompany(agency))

/** Whether a campaign of a product may be made, or started for the first time. One that ran, or was paid for, goes on. */
export const mayBeginLine = (
  root: Pick<Company, 'betas'> | undefined,
  agency: Pick<Company, 'kind' | 'isBeta'>,
  line: ProductLine,
): boolean => line !== 'b2b' || mayBegin(root, agency, 'b2b')

/** Whether a wallet is in use: it holds or held credit, an order is on its way, or an automatic top-up was chosen. */
export const isWalletUsed = ({ boughtCents, amountCents, pendingAuto, manualId }: Wallet): boolean =>
  boughtCents > 0 || amountCents > 0 || pendingAuto !== null || manualId !== null

/** Whether an agency has campaigns of a product, or had some. */
export const hasCampaigns = (counts: Readonly<Record<string, number>> | undefined): boolean =>
  Object.values(counts ?? {}).some((count) => count > 0)

/** What who does not take part reads. */
export const notInBeta = {
  b2b: 'This product is being tried out by some agencies first, and is not open to this one yet.',
  dataWallet: 'The Data Wallet is being tried out by some agencies first, and is not open to yours yet.',
} as const satisfies Record<BetaFeature, string>
