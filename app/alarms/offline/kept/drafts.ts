const prefix = 'alarm-draft:'

/** What is being written, kept for whoever writes it: for the alarm's page, and for the one that stands in for it. */
export function readDraft(memberId: string): string {
  // A browser that keeps nothing (private windows, full disks) must not be in the way of the alarm.
  try {
    return localStorage.getItem(prefix + memberId) ?? ''
  } catch {
    return ''
  }
}

export function writeDraft(memberId: string, text: string) {
  try {
    if (text === '') localStorage.removeItem(prefix + memberId)
    else localStorage.setItem(prefix + memberId, text)
  } catch {
    // It is still in the field.
  }
}

export function forgetDrafts() {
  try {
    for (const name of Object.keys(localStorage)) if (name.startsWith(prefix)) localStorage.removeItem(name)
  } catch {
    // A browser that keeps nothing has kept no drafts.
  }
}
