/** What the wallet's agreement is about. */
export const walletFeature = { id: 'data_wallet', name: 'Data Wallet', document: 'data-wallet-agreement' } as const
