/** Tag of the background sync that wakes the service worker when the line is back. */
export const SYNC_TAG = 'alarms'
