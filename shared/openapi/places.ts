// Where the developer API and its documentation stand on every host.

/** Of the API, below `/api`. */
export const DEVELOPER_PATH = '/v1/developer'
export const DOCUMENT_PATH = '/api/v1/developer/openapi.json'
/** Of the pages that people read. */
export const DEVELOPER_PAGES = '/developers'
