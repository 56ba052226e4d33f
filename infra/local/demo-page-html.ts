import { snippetsOf } from '#shared/campaigns/snippets.ts'
import type { Offer, Scene } from './demo-scene.ts'
import { type DemoVisitor, demoVisitors } from './demo-visitors.ts'
import { escapeXml } from './files/errors.ts'

export const demoPath = '/_local/demo'

function page(title: string, head: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeXml(title)}</title><link rel="stylesheet" href="${demoPath}.css">${head}</head><body>${body}</body></html>`
}

const addressOf = ({ campaign, origin }: Scene, visitor: DemoVisitor) =>
  escapeXml(`${demoPath}?${new URLSearchParams({ campaign: campaign.id, host: origin, visitor: visitor.name })}`)

function visitorLink(scene: Scene, visitor: DemoVisitor): string {
  const { firstName, lastName, email } = visitor.person
  const current = visitor === scene.visitor ? ' aria-current="true"' : ''
  return `<a href="${addressOf(scene, visitor)}"${current}><strong>${escapeXml(`${firstName} ${lastName}`)}</strong><span>${escapeXml(email)}</span></a>`
}

function campaignPicker({ campaign, visitor }: Scene, offers: readonly Offer[]): string {
  const options = offers.map(
    (offer) =>
      `<option value="${escapeXml(offer.campaign.id)}"${offer.campaign.id === campaign.id ? ' selected' : ''}>${escapeXml(`${offer.client.name}: ${offer.campaign.name} (${offer.agency.name})`)}</option>`,
  )
  return `<form action="${demoPath}"><input type="hidden" name="visitor" value="${visitor.name}">
<label for="campaign">Campaign</label><select id="campaign" name="campaign">${options.join('')}</select><button>Show</button></form>`
}

const goods = [
  ['Stoneware mug', 'Thrown by hand, glazed in oat.', '$18'],
  ['Linen apron', 'Washed soft, with one deep pocket.', '$42'],
  ['Beeswax candle', 'Burns for forty quiet hours.', '$14'],
] as const

const shelf = goods
  .map(
    ([name, text, price], index) =>
      `<li><div class="picture p${index}" aria-hidden="true"></div><h3>${name}</h3><p>${text}</p><b>${price}</b></li>`,
  )
  .join('')

export function demoHtml(scene: Scene, offers: readonly Offer[], since: number): string {
  const { campaign, client, agency, visitor, origin, leadsUrl } = scene
  const { pixel: tag } = snippetsOf(campaign, origin)
  const outcome = `${demoPath}.json?${new URLSearchParams({ campaign: campaign.id, host: origin, visitor: visitor.name, since: String(since) })}`
  // The first script makes this browser the chosen visitor; it runs before the pixel, which then finds an id in place.
  const head = `<script src="${demoPath}.js" data-visitor="${visitor.visitorId}" data-outcome="${escapeXml(outcome)}"></script>${tag}`
  return page(
    'Fern & Field, a demonstration shop',
    head,
    `<aside aria-label="Demonstration">
<p><strong>A demonstration page.</strong> It stands for the web site of ${escapeXml(client.name)} and carries the pixel of the campaign “${escapeXml(campaign.name)}”, served by ${escapeXml(agency.name)}.</p>
<p>Choose whom you want to be. Put one of them on an exclusion list first, and that visit becomes no lead.</p>
<nav aria-label="Visitor">${demoVisitors.map((each) => visitorLink(scene, each)).join('')}</nav>
${campaignPicker(scene, offers)}
<p id="outcome" role="status" data-state="waiting">The visit is on its way…</p>
<p><a href="${escapeXml(leadsUrl)}">Lead list of ${escapeXml(client.name)}</a> <a href="${addressOf(scene, visitor)}">Visit again</a></p>
<details><summary>The tag in this page</summary><code>${escapeXml(tag)}</code></details></aside>
<header><h1>Fern &amp; Field</h1><p>Plain things for the house, made to be used.</p></header><main><h2>New this week</h2><ul>${shelf}</ul></main>
<footer>Fern &amp; Field is invented. Nothing here can be bought.</footer>`,
  )
}

export const missingHtml = () =>
  page(
    'No such campaign',
    '',
    `<main><h1>There is no such campaign</h1><p>This page shows Site ID campaigns of this machine. <a href="${demoPath}">Show the first one.</a></p></main>`,
  )
