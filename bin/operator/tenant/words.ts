/** What it means that a row with sealed values stays behind. */
export const sealedWords: Readonly<Record<string, string>> = {
  'sealed webhook': 'webhooks are entered again: their addresses and secrets are sealed',
  'sealed tool': 'connections with other tools are made again: their keys are sealed',
  'sealed twoFactor': 'authenticators are set up again: their secrets are sealed',
  'sealed reportMail': 'reports by mail are ordered again: the secret of their link is sealed',
  'sealed setting': 'the own mail server is entered again: its password is sealed',
}
