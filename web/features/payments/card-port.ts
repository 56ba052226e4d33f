import type { CardOwner, Tokenized } from '../../api/cards.ts'

/** What the fields of a card can do, no matter who draws them: the provider's own, or those of the local double. */
export type CardPort = {
  tokenize: (owner: CardOwner) => Promise<Tokenized>
  /** Takes the owner to their bank, and comes back when they are done there; a reason when they are not. */
  authenticate: (clientSecret: string) => Promise<string | null>
}
/** The fields tell their port as soon as they can be used. */
export type CardFieldsProps = {
  publicKey: string
  account: string
  onReady: (port: CardPort | null) => void
}
