// Made by `npm run -s openapi -- --types` from the document of the developer API. Do not change it here.
export interface paths {
  '/campaigns': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** The campaigns of the agency or of one of its clients, the newest first. Archived ones are listed where `status` asks for them, removed ones never. */
    get: operations['listCampaigns']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/campaigns/{campaign}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** One campaign, by its id or its number. */
    get: operations['getCampaign']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/campaigns/{campaign}/leads': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** The leads of a campaign, the newest first, of all time or between two instants (`until` is not included). */
    get: operations['listLeads']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/campaigns/{campaign}/leads/{lead}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** One lead, by its id and the instant of its storing: both stand in lists, and in the letters of webhooks (`id`, `created_at`). */
    get: operations['getLead']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/clients': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** The clients of the agency, the newest first. */
    get: operations['listClients']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/clients/{client}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** One client, by its id. */
    get: operations['getClient']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/clients/{client}/exclusion-uploads': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** The uploads of programs into the exclusion lists of a client and its campaigns, the newest first. */
    get: operations['listExclusionUploads']
    put?: never
    /** Asks for the upload of a file of up to 1,000,000 e-mail addresses or their MD5, SHA-1 or SHA-256, one a line, into the exclusion list of a client or of one of its campaigns. Send the file as multipart/form-data to `url`, the `fields` first. */
    post: operations['createExclusionUpload']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/clients/{client}/exclusion-uploads/{upload}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** How far an upload is, and what became of its records. */
    get: operations['getExclusionUpload']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/clients/{client}/exclusion-uploads/{upload}/cancel': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** Ends an upload before its file is through. What went into the list by then stays there, as its counts say; the part of 10,000 records that is under way is finished first. 409: it has ended. */
    post: operations['cancelExclusionUpload']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/clients/{client}/webhooks': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** The webhooks of a client and its campaigns, or of the agency itself, the oldest first, all on one page. */
    get: operations['listWebhooks']
    put?: never
    /** Adds a webhook, at most 5 for a campaign and as many for all others. The secret that signs its letters is answered this once. */
    post: operations['createWebhook']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/clients/{client}/webhooks/{webhook}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** One webhook, by its id. */
    get: operations['getWebhook']
    put?: never
    post?: never
    /** Removes a webhook. What is on its way to it is not sent any more. */
    delete: operations['removeWebhook']
    options?: never
    head?: never
    /** Has a webhook told of other events, gives it another label, or switches it on or off. What is left out stays. */
    patch: operations['updateWebhook']
    trace?: never
  }
  '/clients/{client}/webhooks/{webhook}/secret': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** Has another secret sign the letters of a webhook. It is answered this once; the one before signs beside it for a day. */
    post: operations['rollWebhookSecret']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/me': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** The key that asks: its name, what the token of this request is good for, and the agency that it belongs to. */
    get: operations['getKey']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/sign-in-tokens': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** A link that signs a person of a client in: once, within a minute, on the host of the agency. 404: nobody of this address may be signed in so. */
    post: operations['createSignInToken']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/token': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** Trades the id and the secret of a key for an access token of 15 minutes (client credentials of OAuth 2.0). */
    post: operations['token']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
}
export interface webhooks {
  'campaign.status_changed': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * A campaign started or came to rest.
     * @description Sent to the webhooks that are told of it: those of the campaign, or else of its client, or else of its agency. At least once; no order is promised.
     */
    post: operations['campaignStatusChanged']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  'exclusion_upload.finished': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * An exclusion upload of a program ended.
     * @description Sent to the webhooks that are told of it: those of the campaign, or else of its client, or else of its agency. At least once; no order is promised.
     */
    post: operations['exclusionUploadFinished']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  'lead.created': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * A lead was stored.
     * @description Sent to the webhooks that are told of it: those of the campaign, or else of its client, or else of its agency. At least once; no order is promised.
     */
    post: operations['leadCreated']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  'lead.credited': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * A lead was given back.
     * @description Sent to the webhooks that are told of it: those of the campaign, or else of its client, or else of its agency. At least once; no order is promised.
     */
    post: operations['leadCredited']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
}
export interface components {
  schemas: {
    /** @description The agency that a key belongs to. Its id stands for it where a client is asked for. */
    AgencyRef: {
      id: string
      name: string
    }
    /** @description What looks for people of a client, and brings leads. */
    Campaign: {
      client: components['schemas']['ClientRef']
      /** Format: date-time */
      created_at: string
      id: string
      name: string
      /** @description Eight digits, as people know it. */
      number: string
      /** @enum {string} */
      product: 'local' | 'locator' | 'enhance' | 'b2b'
      /** @enum {string} */
      status: 'active' | 'paused' | 'stopped' | 'archived' | 'removed'
      /** @description The zone of its days, as the IANA database calls it. */
      time_zone: string
    }
    /** @description A campaign was started, paused, stopped, archived or removed. */
    CampaignStatusChanged: {
      /** @description The number of the campaign: eight digits, which calls take as well as its id. */
      campaign_id: string
      campaign_name: string
      /** @description The name of the client. */
      company_name: string
      /** @constant */
      event: 'campaign.status_changed'
      /** @description The id of the campaign. */
      id: string
      /** @enum {string} */
      previous_status: 'active' | 'paused' | 'stopped' | 'archived' | 'removed'
      /**
       * @description Why: what a person did (`user`), or what stood in its way.
       * @enum {string}
       */
      reason:
        | ''
        | 'new'
        | 'user'
        | 'payment_failed'
        | 'limit_total'
        | 'end_date'
        | 'topup_empty'
        | 'manual_bill_stop'
        | 'module_disabled'
        | 'contract_cancelled'
      /** @enum {string} */
      status: 'active' | 'paused' | 'stopped' | 'archived' | 'removed'
      /**
       * Format: date-time
       * @description When it changed. Letters may come in another order.
       */
      timestamp: string
      /** @constant */
      type: 'campaign.status_changed'
    }
    /** @description A company that the agency works for. */
    Client: {
      /** Format: date-time */
      created_at: string
      email: string
      id: string
      name: string
    }
    /** @description The client that a campaign belongs to. */
    ClientRef: {
      id: string
      name: string
    }
    /** @description A file on its way into an exclusion list. */
    ExclusionUpload: {
      /** @description Records that are new to the list. */
      added: number
      /** @description The campaign whose list it is; null for the list of the whole client. */
      campaign_id: string | null
      client_id: string
      /** Format: date-time */
      created_at: string
      filename: string
      id: string
      /** @description Records that the list had already. */
      known: number
      /** @description Why it failed. */
      reason: string | null
      /** @description Records of the file; null before it was read. */
      records: number | null
      /** @description Records that are neither an address nor a hash of one. */
      rejected: number
      /**
       * @description `waiting` for the file, then `processing`; `cancelling` while the part that is under way ends; `purged`: the list was emptied meanwhile.
       * @enum {string}
       */
      status: 'waiting' | 'processing' | 'cancelling' | 'done' | 'failed' | 'cancelled' | 'purged'
    }
    /** @description A file that a program uploaded is through, or failed. */
    ExclusionUploadFinished: {
      /** @description Records that are new to the list. */
      added: number
      /** @description The number of the campaign whose list it is; null for the list of the whole client. */
      campaign_id: string | null
      campaign_name: string | null
      client_id: string
      /** @description The name of the client. */
      company_name: string
      /** @constant */
      event: 'exclusion_upload.finished'
      filename: string
      /** @description The id of the upload. */
      id: string
      /** @description Records that the list had already. */
      known: number
      /** @description Why it failed. */
      reason: string | null
      /** @description Records of the file; null where it could not be read. */
      records: number | null
      /** @description Records that are neither an address nor a hash of one. */
      rejected: number
      /**
       * @description `cancelled` by a program; `purged`: the list was emptied meanwhile.
       * @enum {string}
       */
      status: 'done' | 'failed' | 'cancelled' | 'purged'
      /**
       * Format: date-time
       * @description When it ended.
       */
      timestamp: string
      /** @constant */
      type: 'exclusion_upload.finished'
    }
    /** @description The id and the secret by which programs get tokens. */
    Key: {
      agency: components['schemas']['AgencyRef']
      /** Format: date-time */
      created_at: string
      /** @description Null where it holds until somebody removes it. */
      expires_at: string | null
      /** @description The client id of the key. */
      id: string
      name: string
      /** @description Of this token: fewer than those of the key where fewer were asked for. */
      scopes: (
        | 'clients:read'
        | 'campaigns:read'
        | 'leads:read'
        | 'exclusions:write'
        | 'sign-in:write'
        | 'webhooks:write'
      )[]
    }
    /** @description A person that a campaign brought. What is not known is an empty text. */
    Lead: {
      campaign_id: string
      city: string
      /**
       * Format: date-time
       * @description When the lead was stored. Lists go by it.
       */
      created_at: string
      /** @description When it was given back, because an exclusion list that came later names its person; null where it was not. */
      credited_at: string | null
      email: string
      /** @description When the person was erased: what was known of them is blank. */
      erased_at: string | null
      first_name: string
      id: string
      /** @description What the person looked for; empty where the product knows none. */
      keyword: string
      last_name: string
      /** @description The page that the person visited; empty where the product knows none. */
      page_url: string
      phone: string
      /** @description Two letters. */
      state: string
      street: string
      /** Format: date-time */
      visited_at: string
      zip: string
    }
    /** @description A lead that a campaign brought. What is not known is an empty text. */
    LeadCreated: {
      /** @description The street and the number of the house. */
      address: string
      /** @description More of the person, by the id of the kind of information. */
      advanced: {
        [key: string]: string
      }
      /** @description What is known of the company that the person works for. */
      b2b: {
        [key: string]: string
      }
      /** @description The number of the campaign: eight digits, which calls take as well as its id. */
      campaign_id: string
      campaign_name: string
      city: string
      /** @description The name of the client. */
      company_name: string
      /**
       * Format: date-time
       * @description The same instant as `timestamp`.
       */
      created_at: string
      email: string
      /** @constant */
      event: 'lead.created'
      first_name: string
      /** @description The id of the lead. */
      id: string
      keyword: string
      /** @description The page that the person visited. */
      landing_url: string
      last_name: string
      phone: string
      /** @description Two letters. */
      state: string
      tags: string[]
      /**
       * @description Stands only in a lead that somebody sent to try the receiver.
       * @constant
       */
      test?: true
      /**
       * Format: date-time
       * @description When the lead was stored.
       */
      timestamp: string
      /** @constant */
      type: 'lead.created'
      zip: string
    }
    /** @description A lead of the last day was given back, because an exclusion list that came later names the person. It costs nothing, and who has it in another system takes it out there. */
    LeadCredited: {
      /** @description The number of the campaign: eight digits, which calls take as well as its id. */
      campaign_id: string
      campaign_name: string
      /** @description The name of the client. */
      company_name: string
      /** @constant */
      event: 'lead.credited'
      /**
       * @description Whose exclusion list names the person.
       * @enum {string}
       */
      excluded_by: 'platform' | 'agency' | 'client' | 'campaign'
      /** @description The id of the lead, as `lead.created` had it. */
      id: string
      /**
       * Format: date-time
       * @description When the lead was given back.
       */
      timestamp: string
      /** @constant */
      type: 'lead.credited'
    }
    /** @description Why something was refused or failed, by RFC 9457 and with more fields. */
    Problem: {
      /**
       * @description What a program decides by.
       * @enum {string}
       */
      code:
        | 'invalid'
        | 'bad_request'
        | 'unauthenticated'
        | 'forbidden'
        | 'not_found'
        | 'conflict'
        | 'in_progress'
        | 'too_large'
        | 'unsupported'
        | 'key_reused'
        | 'too_many'
        | 'internal'
        | 'unavailable'
      /** @description The same sentence as `message`. */
      detail: string
      /**
       * @description Of a request for a token alone: what OAuth 2.0 calls it.
       * @enum {string}
       */
      error?: 'invalid_client' | 'invalid_request' | 'invalid_scope' | 'unsupported_grant_type'
      /** @description Of each field that is wrong, why. */
      fields?: {
        [key: string]: string
      }
      /** @description A sentence for people. */
      message: string
      now?: {
        [key: string]: unknown
      }
      /** @description Names this answer when you ask for help. */
      requestId: string
      /** @constant */
      result: 'failed'
      status: number
      /** @description What the status means. */
      title: string
      /** @constant */
      type: 'about:blank'
    }
    /** @description An access token, to be sent as `Authorization: Bearer …`. */
    Token: {
      access_token: string
      /** @description Seconds. */
      expires_in: number
      /** @description What the token is good for, separated by blanks. */
      scope: string
      /** @constant */
      token_type: 'Bearer'
    }
    /** @description An address of your own that is told what happens. */
    Webhook: {
      /** @description The campaign that it is told of; null for each campaign that has no webhook of its own for an event. */
      campaign_id: string | null
      /** @description The client, or the agency itself. */
      client_id: string
      /** Format: date-time */
      created_at: string
      /** @description Why it was switched off, where no person did it. */
      disabled_reason: string | null
      /** @description False once it was switched off, by a person or because it only failed for days. */
      enabled: boolean
      /** @description What it is told of. */
      events: ('lead.created' | 'lead.credited' | 'campaign.status_changed' | 'exclusion_upload.finished')[]
      id: string
      label: string
      /** @description Until when the secret before this one signs too; null where none does. */
      old_secret_until: string | null
      /** @description Its host and its last four characters: the whole address is a secret. */
      url: string
    }
  }
  responses: {
    /** @description The request cannot be read. */
    BadRequest: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        [name: string]: unknown
      }
      content: {
        /**
         * @example {
         *       "type": "about:blank",
         *       "title": "Bad Request",
         *       "status": 400,
         *       "detail": "This cursor is not one of this list.",
         *       "result": "failed",
         *       "message": "This cursor is not one of this list.",
         *       "code": "bad_request",
         *       "requestId": "req_01KB2X9D0Q6V5S4T3R2P1N0M9K"
         *     }
         */
        'application/problem+json': components['schemas']['Problem']
      }
    }
    /** @description It was done already, or is being done just now. */
    Conflict: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        [name: string]: unknown
      }
      content: {
        /**
         * @example {
         *       "type": "about:blank",
         *       "title": "Conflict",
         *       "status": 409,
         *       "detail": "This request is being worked on. Please ask again in a moment.",
         *       "result": "failed",
         *       "message": "This request is being worked on. Please ask again in a moment.",
         *       "code": "in_progress",
         *       "requestId": "req_01KB2X9D0Q6V5S4T3R2P1N0M9K"
         *     }
         */
        'application/problem+json': components['schemas']['Problem']
      }
    }
    /** @description Something failed on our side. It may be asked again. */
    Failed: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        [name: string]: unknown
      }
      content: {
        /**
         * @example {
         *       "type": "about:blank",
         *       "title": "Internal Server Error",
         *       "status": 500,
         *       "detail": "Something went wrong, please try again later.",
         *       "result": "failed",
         *       "message": "Something went wrong, please try again later.",
         *       "code": "internal",
         *       "requestId": "req_01KB2X9D0Q6V5S4T3R2P1N0M9K"
         *     }
         */
        'application/problem+json': components['schemas']['Problem']
      }
    }
    /** @description The key is not for that. */
    Forbidden: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        [name: string]: unknown
      }
      content: {
        /**
         * @example {
         *       "type": "about:blank",
         *       "title": "Forbidden",
         *       "status": 403,
         *       "detail": "This key is not for that. Its scopes are chosen where it is made.",
         *       "result": "failed",
         *       "message": "This key is not for that. Its scopes are chosen where it is made.",
         *       "code": "forbidden",
         *       "requestId": "req_01KB2X9D0Q6V5S4T3R2P1N0M9K"
         *     }
         */
        'application/problem+json': components['schemas']['Problem']
      }
    }
    /** @description Fields are wrong; `fields` says which and why. */
    Invalid: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        [name: string]: unknown
      }
      content: {
        /**
         * @example {
         *       "type": "about:blank",
         *       "title": "Unprocessable Entity",
         *       "status": 422,
         *       "detail": "limit: At most 100.",
         *       "result": "failed",
         *       "message": "limit: At most 100.",
         *       "code": "invalid",
         *       "fields": {
         *         "limit": "At most 100."
         *       },
         *       "requestId": "req_01KB2X9D0Q6V5S4T3R2P1N0M9K"
         *     }
         */
        'application/problem+json': components['schemas']['Problem']
      }
    }
    /** @description There is no such thing in your agency. */
    NotFound: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        [name: string]: unknown
      }
      content: {
        /**
         * @example {
         *       "type": "about:blank",
         *       "title": "Not Found",
         *       "status": 404,
         *       "detail": "This campaign was not found.",
         *       "result": "failed",
         *       "message": "This campaign was not found.",
         *       "code": "not_found",
         *       "requestId": "req_01KB2X9D0Q6V5S4T3R2P1N0M9K"
         *     }
         */
        'application/problem+json': components['schemas']['Problem']
      }
    }
    /** @description Too many requests. `Retry-After` says when the next one may come. */
    TooMany: {
      headers: {
        'Retry-After': components['headers']['Retry-After']
        'X-Request-Id': components['headers']['X-Request-Id']
        [name: string]: unknown
      }
      content: {
        /**
         * @example {
         *       "type": "about:blank",
         *       "title": "Too Many Requests",
         *       "status": 429,
         *       "detail": "Too many requests. Please wait a moment.",
         *       "result": "failed",
         *       "message": "Too many requests. Please wait a moment.",
         *       "code": "too_many",
         *       "requestId": "req_01KB2X9D0Q6V5S4T3R2P1N0M9K"
         *     }
         */
        'application/problem+json': components['schemas']['Problem']
      }
    }
    /** @description There is no token, or it is over: get a new one. */
    Unauthenticated: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        [name: string]: unknown
      }
      content: {
        /**
         * @example {
         *       "type": "about:blank",
         *       "title": "Unauthorized",
         *       "status": 401,
         *       "detail": "Please get a new token.",
         *       "result": "failed",
         *       "message": "Please get a new token.",
         *       "code": "unauthenticated",
         *       "requestId": "req_01KB2X9D0Q6V5S4T3R2P1N0M9K"
         *     }
         */
        'application/problem+json': components['schemas']['Problem']
      }
    }
  }
  parameters: {
    /**
     * @description A text of your own, new for each thing that you want done. Asked again with the same key and the same body, the first answer comes again and nothing is done twice; with another body it is refused (422), and while the first is under way too (409).
     * @example 6e7a1c5e-4a55-4d1f-9a5b-9d8a2f3c1b70
     */
    IdempotencyKey: string
  }
  requestBodies: never
  headers: {
    /**
     * @description What is left of the minute: `r` requests, and a new minute in `t` seconds.
     * @example "default";r=598;t=42
     */
    RateLimit: string
    /**
     * @description The rule: `q` requests in `w` seconds, for each key.
     * @example "default";q=600;w=60
     */
    'RateLimit-Policy': string
    /**
     * @description Seconds to wait before the next try.
     * @example 42
     */
    'Retry-After': number
    /**
     * @description Names this answer when you ask for help.
     * @example req_01KB2X9D0Q6V5S4T3R2P1N0M9K
     */
    'X-Request-Id': string
  }
  pathItems: never
}
export type $defs = Record<string, never>
export interface operations {
  listCampaigns: {
    parameters: {
      query?: {
        /**
         * @description The id of a client; left out for the campaigns of all.
         * @example com_01KA7Z4M8S5Q2W3E4R5T6Y7U8I
         */
        client?: string
        /** @description `next_cursor` of the page before; left out for the first page. */
        cursor?: string
        /** @description How many of the list a page has at most. */
        limit?: number
        /**
         * @description Only those that stand so.
         * @example active
         */
        status?: 'active' | 'paused' | 'stopped' | 'archived'
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": "cmp_01KAB3N7H6G5F4D3S2A1Q9W8E7",
           *           "number": "48210077",
           *           "name": "Visitors of the shop",
           *           "product": "local",
           *           "status": "active",
           *           "time_zone": "America/New_York",
           *           "client": {
           *             "id": "com_01KA7Z4M8S5Q2W3E4R5T6Y7U8I",
           *             "name": "Bright Smiles"
           *           },
           *           "created_at": "2026-10-02T09:30:00.000Z"
           *         }
           *       ],
           *       "next_cursor": null
           *     }
           */
          'application/json': {
            data: components['schemas']['Campaign'][]
            /** @description Goes on after this page; null on the last one. */
            next_cursor: string | null
          }
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      422: components['responses']['Invalid']
      429: components['responses']['TooMany']
      default: components['responses']['Failed']
    }
  }
  getCampaign: {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description Its id, or its number of eight digits.
         * @example 48210077
         */
        campaign: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "id": "cmp_01KAB3N7H6G5F4D3S2A1Q9W8E7",
           *       "number": "48210077",
           *       "name": "Visitors of the shop",
           *       "product": "local",
           *       "status": "active",
           *       "time_zone": "America/New_York",
           *       "client": {
           *         "id": "com_01KA7Z4M8S5Q2W3E4R5T6Y7U8I",
           *         "name": "Bright Smiles"
           *       },
           *       "created_at": "2026-10-02T09:30:00.000Z"
           *     }
           */
          'application/json': components['schemas']['Campaign']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      422: components['responses']['Invalid']
      429: components['responses']['TooMany']
      default: components['responses']['Failed']
    }
  }
  listLeads: {
    parameters: {
      query?: {
        /** @description `next_cursor` of the page before; left out for the first page. */
        cursor?: string
        /**
         * @description How many of the list a page has at most.
         * @example 100
         */
        limit?: number
        /**
         * @description From this instant on.
         * @example 2026-11-01T00:00:00Z
         */
        since?: string
        /** @description Before this instant. */
        until?: string
      }
      header?: never
      path: {
        /**
         * @description Its id, or its number of eight digits.
         * @example 48210077
         */
        campaign: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": "led_01KB2X9D0Q6V5S4T3R2P1N0M9K",
           *           "campaign_id": "cmp_01KAB3N7H6G5F4D3S2A1Q9W8E7",
           *           "first_name": "Dana",
           *           "last_name": "Miller",
           *           "email": "dana.miller@example.com",
           *           "phone": "+12125550142",
           *           "street": "12 Main Street",
           *           "city": "Columbus",
           *           "state": "OH",
           *           "zip": "43215",
           *           "keyword": "",
           *           "page_url": "https://shop.example.com/prices",
           *           "visited_at": "2026-11-20T15:03:41.000Z",
           *           "created_at": "2026-11-20T15:04:05.000Z",
           *           "credited_at": null,
           *           "erased_at": null
           *         }
           *       ],
           *       "next_cursor": "eyJhdCI6MTc2…"
           *     }
           */
          'application/json': {
            data: components['schemas']['Lead'][]
            /** @description Goes on after this page; null on the last one. */
            next_cursor: string | null
          }
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      422: components['responses']['Invalid']
      429: components['responses']['TooMany']
      default: components['responses']['Failed']
    }
  }
  getLead: {
    parameters: {
      query: {
        /**
         * @description Its `created_at`, as it was answered: leads lie by time.
         * @example 2026-11-20T15:04:05.000Z
         */
        created_at: string
      }
      header?: never
      path: {
        /**
         * @description Its id, or its number of eight digits.
         * @example 48210077
         */
        campaign: string
        /** @example led_01KB2X9D0Q6V5S4T3R2P1N0M9K */
        lead: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "id": "led_01KB2X9D0Q6V5S4T3R2P1N0M9K",
           *       "campaign_id": "cmp_01KAB3N7H6G5F4D3S2A1Q9W8E7",
           *       "first_name": "Dana",
           *       "last_name": "Miller",
           *       "email": "dana.miller@example.com",
           *       "phone": "+12125550142",
           *       "street": "12 Main Street",
           *       "city": "Columbus",
           *       "state": "OH",
           *       "zip": "43215",
           *       "keyword": "",
           *       "page_url": "https://shop.example.com/prices",
           *       "visited_at": "2026-11-20T15:03:41.000Z",
           *       "created_at": "2026-11-20T15:04:05.000Z",
           *       "credited_at": null,
           *       "erased_at": null
           *     }
           */
          'application/json': components['schemas']['Lead']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      422: components['responses']['Invalid']
      429: components['responses']['TooMany']
      default: components['responses']['Failed']
    }
  }
  listClients: {
    parameters: {
      query?: {
        /** @description `next_cursor` of the page before; left out for the first page. */
        cursor?: string
        /**
         * @description How many of the list a page has at most.
         * @example 25
         */
        limit?: number
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": "com_01KA7Z4M8S5Q2W3E4R5T6Y7U8I",
           *           "name": "Bright Smiles",
           *           "email": "office@brightsmiles.example",
           *           "created_at": "2026-09-14T13:05:10.000Z"
           *         }
           *       ],
           *       "next_cursor": null
           *     }
           */
          'application/json': {
            data: components['schemas']['Client'][]
            /** @description Goes on after this page; null on the last one. */
            next_cursor: string | null
          }
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      422: components['responses']['Invalid']
      429: components['responses']['TooMany']
      default: components['responses']['Failed']
    }
  }
  getClient: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @example com_01KA7Z4M8S5Q2W3E4R5T6Y7U8I */
        client: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "id": "com_01KA7Z4M8S5Q2W3E4R5T6Y7U8I",
           *       "name": "Bright Smiles",
           *       "email": "office@brightsmiles.example",
           *       "created_at": "2026-09-14T13:05:10.000Z"
           *     }
           */
          'application/json': components['schemas']['Client']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      422: components['responses']['Invalid']
      429: components['responses']['TooMany']
      default: components['responses']['Failed']
    }
  }
  listExclusionUploads: {
    parameters: {
      query?: {
        /** @description `next_cursor` of the page before; left out for the first page. */
        cursor?: string
        /**
         * @description How many of the list a page has at most.
         * @example 25
         */
        limit?: number
      }
      header?: never
      path: {
        /** @example com_01KA7Z4M8S5Q2W3E4R5T6Y7U8I */
        client: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": "xba_01KB2Z0E7Q3H5K9M1N4P6R8T2V",
           *           "client_id": "com_01KA7Z4M8S5Q2W3E4R5T6Y7U8I",
           *           "campaign_id": null,
           *           "filename": "customers.csv",
           *           "status": "done",
           *           "records": 250000,
           *           "added": 249120,
           *           "known": 868,
           *           "rejected": 12,
           *           "reason": null,
           *           "created_at": "2026-11-23T09:30:00.000Z"
           *         }
           *       ],
           *       "next_cursor": null
           *     }
           */
          'application/json': {
            data: components['schemas']['ExclusionUpload'][]
            /** @description Goes on after this page; null on the last one. */
            next_cursor: string | null
          }
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      422: components['responses']['Invalid']
      429: components['responses']['TooMany']
      default: components['responses']['Failed']
    }
  }
  createExclusionUpload: {
    parameters: {
      query?: never
      header: {
        /**
         * @description A text of your own, new for each thing that you want done. Asked again with the same key and the same body, the first answer comes again and nothing is done twice; with another body it is refused (422), and while the first is under way too (409).
         * @example 6e7a1c5e-4a55-4d1f-9a5b-9d8a2f3c1b70
         */
        'Idempotency-Key': components['parameters']['IdempotencyKey']
      }
      path: {
        /** @example com_01KA7Z4M8S5Q2W3E4R5T6Y7U8I */
        client: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        /**
         * @example {
         *       "filename": "customers.csv"
         *     }
         */
        'application/json': {
          /** @description Its list; left out for the list of the whole client. */
          campaign_id?: string
          filename: string
        }
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "id": "xba_01KB2Z0E7Q3H5K9M1N4P6R8T2V",
           *       "client_id": "com_01KA7Z4M8S5Q2W3E4R5T6Y7U8I",
           *       "campaign_id": null,
           *       "filename": "customers.csv",
           *       "status": "waiting",
           *       "records": null,
           *       "added": 0,
           *       "known": 0,
           *       "rejected": 0,
           *       "reason": null,
           *       "created_at": "2026-11-23T09:30:00.000Z",
           *       "url": "https://files.your-platform.com/",
           *       "fields": {
           *         "key": "exclusions/incoming/…",
           *         "Content-Type": "text/csv",
           *         "policy": "eyJleHBpcmF0aW9u…"
           *       }
           *     }
           */
          'application/json': {
            /** @description Records that are new to the list. */
            added: number
            /** @description The campaign whose list it is; null for the list of the whole client. */
            campaign_id: string | null
            client_id: string
            /** Format: date-time */
            created_at: string
            /** @description Fields of the form that come before the file. */
            fields: {
              [key: string]: string
            }
            filename: string
            id: string
            /** @description Records that the list had already. */
            known: number
            /** @description Why it failed. */
            reason: string | null
            /** @description Records of the file; null before it was read. */
            records: number | null
            /** @description Records that are neither an address nor a hash of one. */
            rejected: number
            /**
             * @description `waiting` for the file, then `processing`; `cancelling` while the part that is under way ends; `purged`: the list was emptied meanwhile.
             * @enum {string}
             */
            status: 'waiting' | 'processing' | 'cancelling' | 'done' | 'failed' | 'cancelled' | 'purged'
            /** @description Where the file is sent. */
            url: string
          }
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      409: components['responses']['Conflict']
      422: components['responses']['Invalid']
      429: components['responses']['TooMany']
      default: components['responses']['Failed']
    }
  }
  getExclusionUpload: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @example com_01KA7Z4M8S5Q2W3E4R5T6Y7U8I */
        client: string
        /** @example xba_01KB2Z0E7Q3H5K9M1N4P6R8T2V */
        upload: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "id": "xba_01KB2Z0E7Q3H5K9M1N4P6R8T2V",
           *       "client_id": "com_01KA7Z4M8S5Q2W3E4R5T6Y7U8I",
           *       "campaign_id": null,
           *       "filename": "customers.csv",
           *       "status": "done",
           *       "records": 250000,
           *       "added": 249120,
           *       "known": 868,
           *       "rejected": 12,
           *       "reason": null,
           *       "created_at": "2026-11-23T09:30:00.000Z"
           *     }
           */
          'application/json': components['schemas']['ExclusionUpload']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      422: components['responses']['Invalid']
      429: components['responses']['TooMany']
      default: components['responses']['Failed']
    }
  }
  cancelExclusionUpload: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @example com_01KA7Z4M8S5Q2W3E4R5T6Y7U8I */
        client: string
        /** @example xba_01KB2Z0E7Q3H5K9M1N4P6R8T2V */
        upload: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "id": "xba_01KB2Z0E7Q3H5K9M1N4P6R8T2V",
           *       "client_id": "com_01KA7Z4M8S5Q2W3E4R5T6Y7U8I",
           *       "campaign_id": null,
           *       "filename": "customers.csv",
           *       "status": "cancelling",
           *       "records": 250000,
           *       "added": 39870,
           *       "known": 118,
           *       "rejected": 12,
           *       "reason": null,
           *       "created_at": "2026-11-23T09:30:00.000Z"
           *     }
           */
          'application/json': components['schemas']['ExclusionUpload']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      409: components['responses']['Conflict']
      422: components['responses']['Invalid']
      429: components['responses']['TooMany']
      default: components['responses']['Failed']
    }
  }
  listWebhooks: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @example com_01KA7Z4M8S5Q2W3E4R5T6Y7U8I */
        client: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": "whk_01KB2Z4N8S1V3X5Z7B9D2F4H6K",
           *           "client_id": "com_01KA7Z4M8S5Q2W3E4R5T6Y7U8I",
           *           "campaign_id": null,
           *           "url": "https://hooks.example.com/••••3k9",
           *           "label": "CRM",
           *           "events": [
           *             "lead.created",
           *             "lead.credited"
           *           ],
           *           "enabled": true,
           *           "disabled_reason": null,
           *           "old_secret_until": null,
           *           "created_at": "2026-11-23T09:30:00.000Z"
           *         }
           *       ],
           *       "next_cursor": null
           *     }
           */
          'application/json': {
            data: components['schemas']['Webhook'][]
            /** @description Goes on after this page; null on the last one. */
            next_cursor: string | null
          }
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      422: components['responses']['Invalid']
      429: components['responses']['TooMany']
      default: components['responses']['Failed']
    }
  }
  createWebhook: {
    parameters: {
      query?: never
      header: {
        /**
         * @description A text of your own, new for each thing that you want done. Asked again with the same key and the same body, the first answer comes again and nothing is done twice; with another body it is refused (422), and while the first is under way too (409).
         * @example 6e7a1c5e-4a55-4d1f-9a5b-9d8a2f3c1b70
         */
        'Idempotency-Key': components['parameters']['IdempotencyKey']
      }
      path: {
        /** @example com_01KA7Z4M8S5Q2W3E4R5T6Y7U8I */
        client: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        /**
         * @example {
         *       "url": "https://hooks.example.com/leads/7f3k9",
         *       "label": "CRM",
         *       "events": [
         *         "lead.created",
         *         "lead.credited"
         *       ]
         *     }
         */
        'application/json': {
          /** @description The campaign that it is told of; left out for all campaigns without one of their own. */
          campaign_id?: string
          /**
           * @description What it is told of; left out for new leads alone.
           * @default [
           *       "lead.created"
           *     ]
           */
          events?: ('lead.created' | 'lead.credited' | 'campaign.status_changed' | 'exclusion_upload.finished')[]
          /** @default  */
          label?: string
          url: string
        }
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "id": "whk_01KB2Z4N8S1V3X5Z7B9D2F4H6K",
           *       "client_id": "com_01KA7Z4M8S5Q2W3E4R5T6Y7U8I",
           *       "campaign_id": null,
           *       "url": "https://hooks.example.com/••••3k9",
           *       "label": "CRM",
           *       "events": [
           *         "lead.created",
           *         "lead.credited"
           *       ],
           *       "enabled": true,
           *       "disabled_reason": null,
           *       "old_secret_until": null,
           *       "created_at": "2026-11-23T09:30:00.000Z",
           *       "secret": "whsec_…"
           *     }
           */
          'application/json': {
            /** @description The campaign that it is told of; null for each campaign that has no webhook of its own for an event. */
            campaign_id: string | null
            /** @description The client, or the agency itself. */
            client_id: string
            /** Format: date-time */
            created_at: string
            /** @description Why it was switched off, where no person did it. */
            disabled_reason: string | null
            /** @description False once it was switched off, by a person or because it only failed for days. */
            enabled: boolean
            /** @description What it is told of. */
            events: ('lead.created' | 'lead.credited' | 'campaign.status_changed' | 'exclusion_upload.finished')[]
            id: string
            label: string
            /** @description Until when the secret before this one signs too; null where none does. */
            old_secret_until: string | null
            /** @description Signs its letters. */
            secret: string
            /** @description Its host and its last four characters: the whole address is a secret. */
            url: string
          }
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      409: components['responses']['Conflict']
      422: components['responses']['Invalid']
      429: components['responses']['TooMany']
      default: components['responses']['Failed']
    }
  }
  getWebhook: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @example com_01KA7Z4M8S5Q2W3E4R5T6Y7U8I */
        client: string
        /** @example whk_01KB2Z4N8S1V3X5Z7B9D2F4H6K */
        webhook: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "id": "whk_01KB2Z4N8S1V3X5Z7B9D2F4H6K",
           *       "client_id": "com_01KA7Z4M8S5Q2W3E4R5T6Y7U8I",
           *       "campaign_id": null,
           *       "url": "https://hooks.example.com/••••3k9",
           *       "label": "CRM",
           *       "events": [
           *         "lead.created",
           *         "lead.credited"
           *       ],
           *       "enabled": true,
           *       "disabled_reason": null,
           *       "old_secret_until": null,
           *       "created_at": "2026-11-23T09:30:00.000Z"
           *     }
           */
          'application/json': components['schemas']['Webhook']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      422: components['responses']['Invalid']
      429: components['responses']['TooMany']
      default: components['responses']['Failed']
    }
  }
  removeWebhook: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @example com_01KA7Z4M8S5Q2W3E4R5T6Y7U8I */
        client: string
        /** @example whk_01KB2Z4N8S1V3X5Z7B9D2F4H6K */
        webhook: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "id": "whk_01KB2Z4N8S1V3X5Z7B9D2F4H6K",
           *       "deleted": true
           *     }
           */
          'application/json': {
            /** @constant */
            deleted: true
            id: string
          }
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      409: components['responses']['Conflict']
      422: components['responses']['Invalid']
      429: components['responses']['TooMany']
      default: components['responses']['Failed']
    }
  }
  updateWebhook: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @example com_01KA7Z4M8S5Q2W3E4R5T6Y7U8I */
        client: string
        /** @example whk_01KB2Z4N8S1V3X5Z7B9D2F4H6K */
        webhook: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        /**
         * @example {
         *       "events": [
         *         "lead.created",
         *         "campaign.status_changed"
         *       ]
         *     }
         */
        'application/json': {
          enabled?: boolean
          /** @description All that it is told of from now on. */
          events?: ('lead.created' | 'lead.credited' | 'campaign.status_changed' | 'exclusion_upload.finished')[]
          label?: string
        }
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "id": "whk_01KB2Z4N8S1V3X5Z7B9D2F4H6K",
           *       "client_id": "com_01KA7Z4M8S5Q2W3E4R5T6Y7U8I",
           *       "campaign_id": null,
           *       "url": "https://hooks.example.com/••••3k9",
           *       "label": "CRM",
           *       "events": [
           *         "lead.created",
           *         "campaign.status_changed"
           *       ],
           *       "enabled": true,
           *       "disabled_reason": null,
           *       "old_secret_until": null,
           *       "created_at": "2026-11-23T09:30:00.000Z"
           *     }
           */
          'application/json': components['schemas']['Webhook']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      409: components['responses']['Conflict']
      422: components['responses']['Invalid']
      429: components['responses']['TooMany']
      default: components['responses']['Failed']
    }
  }
  rollWebhookSecret: {
    parameters: {
      query?: never
      header: {
        /**
         * @description A text of your own, new for each thing that you want done. Asked again with the same key and the same body, the first answer comes again and nothing is done twice; with another body it is refused (422), and while the first is under way too (409).
         * @example 6e7a1c5e-4a55-4d1f-9a5b-9d8a2f3c1b70
         */
        'Idempotency-Key': components['parameters']['IdempotencyKey']
      }
      path: {
        /** @example com_01KA7Z4M8S5Q2W3E4R5T6Y7U8I */
        client: string
        /** @example whk_01KB2Z4N8S1V3X5Z7B9D2F4H6K */
        webhook: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        /** @example {} */
        'application/json': Record<string, never>
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "id": "whk_01KB2Z4N8S1V3X5Z7B9D2F4H6K",
           *       "client_id": "com_01KA7Z4M8S5Q2W3E4R5T6Y7U8I",
           *       "campaign_id": null,
           *       "url": "https://hooks.example.com/••••3k9",
           *       "label": "CRM",
           *       "events": [
           *         "lead.created",
           *         "lead.credited"
           *       ],
           *       "enabled": true,
           *       "disabled_reason": null,
           *       "old_secret_until": "2026-11-26T09:30:00.000Z",
           *       "created_at": "2026-11-23T09:30:00.000Z",
           *       "secret": "whsec_…"
           *     }
           */
          'application/json': {
            /** @description The campaign that it is told of; null for each campaign that has no webhook of its own for an event. */
            campaign_id: string | null
            /** @description The client, or the agency itself. */
            client_id: string
            /** Format: date-time */
            created_at: string
            /** @description Why it was switched off, where no person did it. */
            disabled_reason: string | null
            /** @description False once it was switched off, by a person or because it only failed for days. */
            enabled: boolean
            /** @description What it is told of. */
            events: ('lead.created' | 'lead.credited' | 'campaign.status_changed' | 'exclusion_upload.finished')[]
            id: string
            label: string
            /** @description Until when the secret before this one signs too; null where none does. */
            old_secret_until: string | null
            /** @description Signs its letters from now on. */
            secret: string
            /** @description Its host and its last four characters: the whole address is a secret. */
            url: string
          }
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      409: components['responses']['Conflict']
      422: components['responses']['Invalid']
      429: components['responses']['TooMany']
      default: components['responses']['Failed']
    }
  }
  getKey: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "id": "key_01KB2VYX3Z9M5T7R1Q8W6E4Y2U",
           *       "name": "Portal",
           *       "scopes": [
           *         "clients:read",
           *         "campaigns:read",
           *         "leads:read"
           *       ],
           *       "created_at": "2026-11-20T08:15:00.000Z",
           *       "expires_at": "2027-11-20T08:15:00.000Z",
           *       "agency": {
           *         "id": "com_01KA6Y3L7R4P1V2D3F4S5X6T7H",
           *         "name": "Your Agency"
           *       }
           *     }
           */
          'application/json': components['schemas']['Key']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      422: components['responses']['Invalid']
      429: components['responses']['TooMany']
      default: components['responses']['Failed']
    }
  }
  createSignInToken: {
    parameters: {
      query?: never
      header: {
        /**
         * @description A text of your own, new for each thing that you want done. Asked again with the same key and the same body, the first answer comes again and nothing is done twice; with another body it is refused (422), and while the first is under way too (409).
         * @example 6e7a1c5e-4a55-4d1f-9a5b-9d8a2f3c1b70
         */
        'Idempotency-Key': components['parameters']['IdempotencyKey']
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        /**
         * @example {
         *       "email": "dr.smith@brightsmiles.example"
         *     }
         */
        'application/json': {
          /** Format: idn-email */
          email: string
        }
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "token": "q7r0Yl…",
           *       "url": "https://leads.your-agency.com/sso?token=q7r0Yl…",
           *       "expires_at": "2026-11-23T09:31:00.000Z"
           *     }
           */
          'application/json': {
            /** Format: date-time */
            expires_at: string
            token: string
            url: string
          }
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      409: components['responses']['Conflict']
      422: components['responses']['Invalid']
      429: components['responses']['TooMany']
      default: components['responses']['Failed']
    }
  }
  token: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        /**
         * @example {
         *       "grant_type": "client_credentials",
         *       "client_id": "key_01KB2VYX3Z9M5T7R1Q8W6E4Y2U",
         *       "client_secret": "sk_…"
         *     }
         */
        'application/json': {
          client_id: string
          /** @description The secret key, which was shown once. */
          client_secret: string
          /** @constant */
          grant_type: 'client_credentials'
          /** @description Fewer scopes than the key has, separated by blanks; left out for all. */
          scope?: string
        }
        /**
         * @example {
         *       "grant_type": "client_credentials",
         *       "client_id": "key_01KB2VYX3Z9M5T7R1Q8W6E4Y2U",
         *       "client_secret": "sk_…"
         *     }
         */
        'application/x-www-form-urlencoded': {
          client_id: string
          /** @description The secret key, which was shown once. */
          client_secret: string
          /** @constant */
          grant_type: 'client_credentials'
          /** @description Fewer scopes than the key has, separated by blanks; left out for all. */
          scope?: string
        }
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "access_token": "eyJhbGciOi…",
           *       "token_type": "Bearer",
           *       "expires_in": 900,
           *       "scope": "clients:read campaigns:read leads:read"
           *     }
           */
          'application/json': components['schemas']['Token']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthenticated']
      422: components['responses']['Invalid']
      429: components['responses']['TooMany']
      default: components['responses']['Failed']
    }
  }
  campaignStatusChanged: {
    parameters: {
      query?: never
      header: {
        /**
         * @description The same at each try of one letter: a receiver that knows it already answers 200 and does nothing.
         * @example led_01KB2X9D0Q6V5S4T3R2P1N0M9K_whk_01KB2Z4N8S1V3X5Z7B9D2F4H6K
         */
        'webhook-id': string
        /**
         * @description `v1,` and the HMAC-SHA256, in base64, of `id.timestamp.body`, made with the bytes behind `whsec_` of the secret. Two, with a blank between, for a day after a secret was replaced.
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        'webhook-signature': string
        /**
         * @description When this try was made, in seconds since 1970.
         * @example 1763651045
         */
        'webhook-timestamp': string
        /**
         * @description For simpler receivers: the HMAC-SHA256, in hex, of the body alone, made with the whole text of the secret.
         * @example 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
         */
        'x-signature': string
        /**
         * @description The same with the secret before, for a day after it was replaced.
         * @example
         */
        'x-signature-old'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        /**
         * @example {
         *       "event": "campaign.status_changed",
         *       "type": "campaign.status_changed",
         *       "timestamp": "2026-11-20T15:04:05.000Z",
         *       "id": "cmp_01KAB3N7H6G5F4D3S2A1Q9W8E7",
         *       "campaign_id": "48210077",
         *       "campaign_name": "Visitors of the shop",
         *       "company_name": "Bright Smiles",
         *       "status": "stopped",
         *       "previous_status": "active",
         *       "reason": "limit_total"
         *     }
         */
        'application/json': components['schemas']['CampaignStatusChanged']
      }
    }
    responses: {
      /** @description It arrived. */
      '2XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description It will not be tried again, but for 408, 425 and 429. Everything else, and no answer within 15 seconds, is tried again over three days. */
      '4XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description The receiver is gone: its webhook is switched off, and its people get a mail. */
      410: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  exclusionUploadFinished: {
    parameters: {
      query?: never
      header: {
        /**
         * @description The same at each try of one letter: a receiver that knows it already answers 200 and does nothing.
         * @example led_01KB2X9D0Q6V5S4T3R2P1N0M9K_whk_01KB2Z4N8S1V3X5Z7B9D2F4H6K
         */
        'webhook-id': string
        /**
         * @description `v1,` and the HMAC-SHA256, in base64, of `id.timestamp.body`, made with the bytes behind `whsec_` of the secret. Two, with a blank between, for a day after a secret was replaced.
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        'webhook-signature': string
        /**
         * @description When this try was made, in seconds since 1970.
         * @example 1763651045
         */
        'webhook-timestamp': string
        /**
         * @description For simpler receivers: the HMAC-SHA256, in hex, of the body alone, made with the whole text of the secret.
         * @example 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
         */
        'x-signature': string
        /**
         * @description The same with the secret before, for a day after it was replaced.
         * @example
         */
        'x-signature-old'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        /**
         * @example {
         *       "event": "exclusion_upload.finished",
         *       "type": "exclusion_upload.finished",
         *       "timestamp": "2026-11-23T09:34:12.000Z",
         *       "id": "xba_01KB2Z0E7Q3H5K9M1N4P6R8T2V",
         *       "client_id": "com_01KA7Z4M8S5Q2W3E4R5T6Y7U8I",
         *       "campaign_id": null,
         *       "campaign_name": null,
         *       "company_name": "Bright Smiles",
         *       "filename": "customers.csv",
         *       "status": "done",
         *       "records": 250000,
         *       "added": 249120,
         *       "known": 868,
         *       "rejected": 12,
         *       "reason": null
         *     }
         */
        'application/json': components['schemas']['ExclusionUploadFinished']
      }
    }
    responses: {
      /** @description It arrived. */
      '2XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description It will not be tried again, but for 408, 425 and 429. Everything else, and no answer within 15 seconds, is tried again over three days. */
      '4XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description The receiver is gone: its webhook is switched off, and its people get a mail. */
      410: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  leadCreated: {
    parameters: {
      query?: never
      header: {
        /**
         * @description The same at each try of one letter: a receiver that knows it already answers 200 and does nothing.
         * @example led_01KB2X9D0Q6V5S4T3R2P1N0M9K_whk_01KB2Z4N8S1V3X5Z7B9D2F4H6K
         */
        'webhook-id': string
        /**
         * @description `v1,` and the HMAC-SHA256, in base64, of `id.timestamp.body`, made with the bytes behind `whsec_` of the secret. Two, with a blank between, for a day after a secret was replaced.
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        'webhook-signature': string
        /**
         * @description When this try was made, in seconds since 1970.
         * @example 1763651045
         */
        'webhook-timestamp': string
        /**
         * @description For simpler receivers: the HMAC-SHA256, in hex, of the body alone, made with the whole text of the secret.
         * @example 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
         */
        'x-signature': string
        /**
         * @description The same with the secret before, for a day after it was replaced.
         * @example
         */
        'x-signature-old'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        /**
         * @example {
         *       "event": "lead.created",
         *       "type": "lead.created",
         *       "timestamp": "2026-11-20T15:04:05.000Z",
         *       "id": "led_01KB2X9D0Q6V5S4T3R2P1N0M9K",
         *       "created_at": "2026-11-20T15:04:05.000Z",
         *       "campaign_id": "48210077",
         *       "campaign_name": "Visitors of the shop",
         *       "company_name": "Bright Smiles",
         *       "first_name": "Dana",
         *       "last_name": "Miller",
         *       "email": "dana.miller@example.com",
         *       "phone": "+12125550142",
         *       "address": "12 Main Street",
         *       "city": "Columbus",
         *       "state": "OH",
         *       "zip": "43215",
         *       "keyword": "",
         *       "landing_url": "https://shop.example.com/prices",
         *       "tags": [],
         *       "advanced": {},
         *       "b2b": {}
         *     }
         */
        'application/json': components['schemas']['LeadCreated']
      }
    }
    responses: {
      /** @description It arrived. */
      '2XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description It will not be tried again, but for 408, 425 and 429. Everything else, and no answer within 15 seconds, is tried again over three days. */
      '4XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description The receiver is gone: its webhook is switched off, and its people get a mail. */
      410: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  leadCredited: {
    parameters: {
      query?: never
      header: {
        /**
         * @description The same at each try of one letter: a receiver that knows it already answers 200 and does nothing.
         * @example led_01KB2X9D0Q6V5S4T3R2P1N0M9K_whk_01KB2Z4N8S1V3X5Z7B9D2F4H6K
         */
        'webhook-id': string
        /**
         * @description `v1,` and the HMAC-SHA256, in base64, of `id.timestamp.body`, made with the bytes behind `whsec_` of the secret. Two, with a blank between, for a day after a secret was replaced.
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        'webhook-signature': string
        /**
         * @description When this try was made, in seconds since 1970.
         * @example 1763651045
         */
        'webhook-timestamp': string
        /**
         * @description For simpler receivers: the HMAC-SHA256, in hex, of the body alone, made with the whole text of the secret.
         * @example 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
         */
        'x-signature': string
        /**
         * @description The same with the secret before, for a day after it was replaced.
         * @example
         */
        'x-signature-old'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        /**
         * @example {
         *       "event": "lead.credited",
         *       "type": "lead.credited",
         *       "timestamp": "2026-11-20T18:22:31.000Z",
         *       "id": "led_01KB2X9D0Q6V5S4T3R2P1N0M9K",
         *       "campaign_id": "48210077",
         *       "campaign_name": "Visitors of the shop",
         *       "company_name": "Bright Smiles",
         *       "excluded_by": "client"
         *     }
         */
        'application/json': components['schemas']['LeadCredited']
      }
    }
    responses: {
      /** @description It arrived. */
      '2XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description It will not be tried again, but for 408, 425 and 429. Everything else, and no answer within 15 seconds, is tried again over three days. */
      '4XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description The receiver is gone: its webhook is switched off, and its people get a mail. */
      410: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
}
