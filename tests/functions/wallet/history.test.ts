import { describe, expect, it } from 'vitest'
import { allCalls } from '#shared/contracts/index.ts'
import { cents } from '#shared/money/cents.ts'
import { countRequests } from '../../support/counting.ts'
import { harness } from '../../support/harness.ts'
import { walletStage } from './stage.ts'

const h = await harness()
const { charge, read, giveCard, agree, pay } = walletStage(h)
const { northlight } = h.cast
await giveCard(northlight.id)
await agree('ada')
h.setClock(Date.parse('2027-01-10T15:00:00Z'))
await charge('ada', { amount: 500, stop: true })
h.setClock(Date.parse('2027-02-01T03:00:00Z'))
await pay(northlight.id, 100.1, 'evening')
h.setClock(Date.parse('2027-02-10T15:00:00Z'))
await charge('ada', { amount: 250, stop: true })
await pay(northlight.id, 420.2, 'two-lots')

const history = async (date: string) =>
  (await h.call('ada', 'wallet.history', { company_id: northlight.id, date })).body.transaction_history

describe('wallet.get', () => {
  it('WAL-024 PRE-01 ENT-029 answers the wallet with its fields', async () => {
    expect(await read('ada', '2027-02')).toEqual({
      custom_amount: 'F',
      amount: 250,
      balance_amount: 229.7,
      total_amount: 750,
      last_balance_amount: 649.9,
      next_expiry: { amount: 229.7, at: '2028-02-10T15:00:00.000Z' },
      stop_continual: 'T',
      monthly_limit: null,
      is_enable_topup_prepaid_direct_payment: true,
      has_card: true,
      this_month: expect.stringMatching(/^2027-\d\d$/),
      transaction_history: await history('2027-02'),
    })
  })

  it('WAL-024 answers an empty wallet to an agency that never bought anything', async () => {
    const wallet = await read('abe')
    expect([wallet.balance_amount, wallet.amount, wallet.stop_continual, wallet.has_card]).toEqual([0, 0, 'F', false])
    expect(wallet.transaction_history).toEqual([])
  })
})

describe('wallet.history', () => {
  it('WAL-025 PRE-02 ENT-030 ENB-28 answers the rows of a month, in the time zone of the company', async () => {
    const january = await history('2027-01')
    // Three in the morning in UTC is still January in Chicago.
    expect(january.map(({ transaction_type, amount }) => [transaction_type, amount])).toEqual([
      ['charge', -100.1],
      ['topup', 500],
    ])
    const [charged, bought] = january
    expect(Object.keys(charged ?? {}).sort()).toEqual([
      'amount',
      'created_at',
      'expired_at',
      'id',
      'title',
      'transaction_type',
    ])
    expect([charged?.created_at, charged?.expired_at, charged?.title]).toEqual([
      '2027-02-01T03:00:00.000Z',
      null,
      '10 leads of Website visitors',
    ])
    expect([bought?.created_at, bought?.expired_at]).toEqual(['2027-01-10T15:00:00.000Z', '2028-01-10T15:00:00.000Z'])
    expect((await history('2027-02')).map(({ amount }) => amount).sort()).toEqual([-420.2, 250])
    expect(await history('2026-12')).toEqual([])
    expect((await h.call('ada', 'wallet.history', { company_id: northlight.id, date: '2027-13' })).status).toBe(422)
  })

  it('says why a transaction is there: its rule, its facts, its accounts and its lots', async () => {
    const [row] = (await history('2027-02')).filter(({ amount }) => amount < 0)
    const { status, body } = await h.call('ada', 'wallet.explain', {
      company_id: northlight.id,
      transaction_id: row?.id ?? '',
    })
    expect([status, body]).toEqual([
      200,
      {
        rule: 'Each lead is charged at the price of its campaign.',
        facts: [
          { label: 'Leads', value: '10' },
          { label: 'Price', value: '$1.00' },
        ],
        campaign_number: '',
        leads: [],
        invoice_number: '',
        from: 'Your Data Wallet',
        to: 'The platform',
        lots: [
          { number: 1, bought_at: '2027-01-10T15:00:00.000Z', expired_at: '2028-01-10T15:00:00.000Z', amount: 399.9 },
          { number: 2, bought_at: '2027-02-10T15:00:00.000Z', expired_at: '2028-02-10T15:00:00.000Z', amount: 20.3 },
        ],
      },
    ])
    const missing = await h.call('ada', 'wallet.explain', {
      company_id: northlight.id,
      transaction_id: '202702-chg-none',
    })
    expect(missing.status).toBe(404)
  })
})

describe('the lots of a transaction that lies far back', () => {
  const LATER = '2027-09-01T12:00:00Z'

  it('are the same as ever, and cost the same however much was charged since', async () => {
    await giveCard(h.cast.copper.id)
    await agree('abe')
    h.setClock(Date.parse('2027-03-05T15:00:00Z'))
    await charge('abe', { amount: 500, stop: true })
    await charge('abe', { amount: 1000, stop: true })
    await pay(h.cast.copper.id, 490, 'march')
    // Across the two lots: ten dollars of the first, the rest of the second.
    h.setClock(Date.parse('2027-03-06T15:00:00Z'))
    await pay(h.cast.copper.id, 30, 'far-back')
    const asked: string[] = []
    h.services.table.client.middlewareStack.add(
      (next) => (args) => {
        asked.push(JSON.stringify(args.input))
        return next(args)
      },
      { step: 'initialize' },
    )
    const march = await h.call('abe', 'wallet.history', { company_id: h.cast.copper.id, date: '2027-03' })
    const transaction_id = march.body.transaction_history.find(({ amount }) => amount === -30)?.id ?? ''
    const why = async () => {
      const counted = countRequests(h.services.table)
      const { body } = await h.call('abe', 'wallet.explain', { company_id: h.cast.copper.id, transaction_id })
      counted.stop()
      return { lots: body.lots.map(({ number, amount }) => [number, amount]), requests: counted.requests.length }
    }
    h.setClock(Date.parse(LATER))
    // Anybody who comes back after a while is signed in first.
    await why()
    const before = await why()
    expect(before.lots).toEqual([
      [1, 10],
      [2, 20],
    ])
    for (const month of ['04', '05', '06', '07', '08'])
      for (const day of ['01', '15', '28']) {
        h.setClock(Date.parse(`2027-${month}-${day}T12:00:00Z`))
        await pay(h.cast.copper.id, 10)
      }
    const back = { title: 'Leads given back', rule: 'Leads were given back.', facts: {} }
    const at = Date.parse('2027-08-29T12:00:00Z')
    await h.db.ledger.payBack({ id: 'ret-x', companyId: h.cast.copper.id, amountCents: cents(1_500), at, ...back })
    h.setClock(Date.parse(LATER))
    await pay(h.cast.copper.id, 5)
    await why()
    asked.length = 0
    expect(await why()).toEqual(before)
    // Entries of no month but its own. The quote belongs to it: an id may end with the letter that such keys begin with.
    expect(new Set(asked.join('').match(/"T#20\d{4}/g))).toEqual(new Set(['"T#202703']))
  })
})

describe('wallet.download', () => {
  const lines = async (month: string) => {
    const { status, body } = await h.call('ada', 'wallet.download', { companyId: northlight.id, month })
    expect([status, body.filename]).toEqual([200, `data-wallet-${month}.csv`])
    const key = new URL(body.url).pathname.split('/').slice(2).join('/')
    return ((await h.services.files.readText(key)) ?? '').split('\r\n')
  }

  it('WAL-030 WAL-044 PRE-07 is a CSV of the month with a header line', async () => {
    const [header, ...rows] = await lines('2027-01')
    expect(header).toBe('id,title,created_at,expired_at,amount,transaction_type')
    expect(rows.map((row) => row.split(',').slice(-2))).toEqual([['500.00', 'topup'], ['(100.10)', 'charge'], ['']])
  })

  it('WAL-044 is the header alone for an empty month', async () => {
    expect(await lines('2026-12')).toEqual(['id,title,created_at,expired_at,amount,transaction_type', ''])
  })
})

describe('the calls of the wallet', () => {
  it('WAL-032 have the paths of the second specification', () => {
    const base = '/configuration/agencies/prepaid'
    const routes = allCalls.filter(({ area }) => area === 'wallet').map(({ call }) => `${call.method} ${call.path}`)
    expect(routes).toEqual(
      expect.arrayContaining([
        `GET ${base}/get-direct-payment`,
        `GET ${base}/get-transaction-history-direct-payment`,
        `POST ${base}/stop-continual-topup`,
        `POST ${base}/save-prepaid-direct-payment`,
        `POST ${base}/charge-prepaid-direct-payment`,
        `GET ${base}/download-transaction-history-direct-payment/{companyId}/{month}`,
      ]),
    )
  })

  it('WAL-018 PRE-20 know no way to get money back', () => {
    const ofWallet = allCalls.filter(({ area }) => area === 'wallet')
    expect(ofWallet.filter(({ call }) => /refund|payout|withdraw/i.test(`${call.path} ${call.summary}`))).toEqual([])
  })

  it('WAL-041 keep the agreement with those to features', async () => {
    const ask = async (who: 'ada' | 'amos') =>
      (await h.call(who, 'documents.featureAgreement', { user_id: h.cast.users[who].id, feature_id: 'data_wallet' }))
        .body
    expect([(await ask('ada')).status, (await ask('amos')).status]).toEqual(['T', 'F'])
    await agree('amos')
    expect((await ask('amos')).status).toBe('T')
    const text = await h.call(
      null,
      'documents.get',
      { name: 'data-wallet-agreement' },
      { host: h.cast.hosts.northlight },
    )
    expect(text.body.html).toContain('non-refundable and have no cash value')
  })
})
