// What is asked and answered, by call, as the document shows it. A test holds each against its contract.

type Json = Record<string, unknown>
export type Example = { request?: Json; answer: Json }

const clientId = 'com_01KA7Z4M8S5Q2W3E4R5T6Y7U8I'
const campaignId = 'cmp_01KAB3N7H6G5F4D3S2A1Q9W8E7'

const campaign = {
  id: campaignId,
  number: '48210077',
  name: 'Visitors of the shop',
  product: 'local',
  status: 'active',
  time_zone: 'America/New_York',
  client: { id: clientId, name: 'Bright Smiles' },
  created_at: '2026-10-02T09:30:00.000Z',
}

const webhook = {
  id: 'whk_01KB2Z4N8S1V3X5Z7B9D2F4H6K',
  client_id: clientId,
  campaign_id: null,
  url: 'https://hooks.example.com/••••3k9',
  label: 'CRM',
  events: ['lead.created', 'lead.credited'],
  enabled: true,
  disabled_reason: null,
  old_secret_until: null,
  created_at: '2026-11-23T09:30:00.000Z',
}

const client = {
  id: clientId,
  name: 'Bright Smiles',
  email: 'office@brightsmiles.example',
  created_at: '2026-09-14T13:05:10.000Z',
}

const exclusionUpload = {
  id: 'xba_01KB2Z0E7Q3H5K9M1N4P6R8T2V',
  client_id: clientId,
  campaign_id: null,
  filename: 'customers.csv',
  status: 'done',
  records: 250_000,
  added: 249_120,
  known: 868,
  rejected: 12,
  reason: null,
  created_at: '2026-11-23T09:30:00.000Z',
}

const lead = {
  id: 'led_01KB2X9D0Q6V5S4T3R2P1N0M9K',
  campaign_id: campaignId,
  first_name: 'Dana',
  last_name: 'Miller',
  email: 'dana.miller@example.com',
  phone: '+12125550142',
  street: '12 Main Street',
  city: 'Columbus',
  state: 'OH',
  zip: '43215',
  keyword: '',
  page_url: 'https://shop.example.com/prices',
  visited_at: '2026-11-20T15:03:41.000Z',
  created_at: '2026-11-20T15:04:05.000Z',
  credited_at: null,
  erased_at: null,
}

export const examples: Record<string, Example> = {
  token: {
    request: {
      grant_type: 'client_credentials',
      client_id: 'key_01KB2VYX3Z9M5T7R1Q8W6E4Y2U',
      client_secret: 'sk_…',
    },
    answer: {
      access_token: 'eyJhbGciOi…',
      token_type: 'Bearer',
      expires_in: 900,
      scope: 'clients:read campaigns:read leads:read',
    },
  },
  getKey: {
    answer: {
      id: 'key_01KB2VYX3Z9M5T7R1Q8W6E4Y2U',
      name: 'Portal',
      scopes: ['clients:read', 'campaigns:read', 'leads:read'],
      created_at: '2026-11-20T08:15:00.000Z',
      expires_at: '2027-11-20T08:15:00.000Z',
      agency: { id: 'com_01KA6Y3L7R4P1V2D3F4S5X6T7H', name: 'Your Agency' },
    },
  },
  listClients: {
    request: { limit: 25 },
    answer: { data: [client], next_cursor: null },
  },
  getClient: { request: { client: clientId }, answer: client },
  listCampaigns: {
    request: { client: clientId, status: 'active' },
    answer: { data: [campaign], next_cursor: null },
  },
  getCampaign: { request: { campaign: campaign.number }, answer: campaign },
  listLeads: {
    request: { campaign: campaign.number, since: '2026-11-01T00:00:00Z', limit: 100 },
    answer: {
      data: [lead],
      next_cursor: 'eyJhdCI6MTc2…',
    },
  },
  getLead: { request: { campaign: campaign.number, lead: lead.id, created_at: lead.created_at }, answer: lead },
  createSignInToken: {
    request: { email: 'dr.smith@brightsmiles.example' },
    answer: {
      token: 'q7r0Yl…',
      url: 'https://leads.your-agency.com/sso?token=q7r0Yl…',
      expires_at: '2026-11-23T09:31:00.000Z',
    },
  },
  createExclusionUpload: {
    request: { client: clientId, filename: 'customers.csv' },
    answer: {
      ...exclusionUpload,
      status: 'waiting',
      records: null,
      added: 0,
      known: 0,
      rejected: 0,
      url: 'https://files.your-platform.com/',
      fields: { key: 'exclusions/incoming/…', 'Content-Type': 'text/csv', policy: 'eyJleHBpcmF0aW9u…' },
    },
  },
  listExclusionUploads: {
    request: { client: clientId, limit: 25 },
    answer: { data: [exclusionUpload], next_cursor: null },
  },
  getExclusionUpload: {
    request: { client: clientId, upload: exclusionUpload.id },
    answer: exclusionUpload,
  },
  cancelExclusionUpload: {
    request: { client: clientId, upload: exclusionUpload.id },
    answer: { ...exclusionUpload, status: 'cancelling', records: 250_000, added: 39_870, known: 118 },
  },
  listWebhooks: { request: { client: clientId }, answer: { data: [webhook], next_cursor: null } },
  getWebhook: { request: { client: clientId, webhook: webhook.id }, answer: webhook },
  createWebhook: {
    request: {
      client: clientId,
      url: 'https://hooks.example.com/leads/7f3k9',
      label: 'CRM',
      events: webhook.events,
    },
    answer: { ...webhook, secret: 'whsec_…' },
  },
  updateWebhook: {
    request: { client: clientId, webhook: webhook.id, events: ['lead.created', 'campaign.status_changed'] },
    answer: { ...webhook, events: ['lead.created', 'campaign.status_changed'] },
  },
  rollWebhookSecret: {
    request: { client: clientId, webhook: webhook.id },
    answer: { ...webhook, old_secret_until: '2026-11-26T09:30:00.000Z', secret: 'whsec_…' },
  },
  removeWebhook: {
    request: { client: clientId, webhook: webhook.id },
    answer: { id: webhook.id, deleted: true },
  },
}
