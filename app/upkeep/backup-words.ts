import { formatMomentSeen } from '~/shared/time'
import { type Counts, outcomes, type Standing, standingOf, type Trial } from './trial'

/** The state of backups for administrators: a title, and the facts behind it. */
export type BackupSaid = { standing: Standing; title: string; words: string[] }

type Known = { last: Trial | null; whole: Trial | null }
/** `makesItself`: a backup is made and tested here every night. `isUnderWay`: one is in progress now. */
export type Place = { makesItself: boolean; isEmbedded: boolean; isUnderWay: boolean }

export function sayBackups(known: Known, place: Place, now: Date): BackupSaid {
  const standing = standingOf(known, now)
  const underWay = place.isUnderWay ? ['En kopia görs och provas just nu.'] : []
  const said = { standing, ...saidOf(standing, known, place, now) }
  return { ...said, words: [...said.words, ...underWay] }
}

function saidOf(standing: Standing, { last, whole }: Known, place: Place, now: Date): Omit<BackupSaid, 'standing'> {
  switch (standing) {
    case 'unknown':
      return { title: 'Ingen säkerhetskopia är känd här', words: [whyUnknown(place)] }
    case 'failed':
      return {
        title: last ? outcomes[last.outcome] : '',
        words: [
          `Provades ${last ? formatMomentSeen(last.beganAt, now) : ''}. Mer står i tjänstens logg, och vad som kan göras i driftboken.`,
          newestWhole(whole, now),
        ],
      }
    case 'old':
      return {
        title: 'Säkerhetskopian är för gammal',
        words: [newestWhole(whole, now), 'Det ska komma en varje natt.'],
      }
    case 'whole':
      return {
        title: 'Säkerhetskopian gick att återställa',
        words: last ? [wholeWords(last, now)] : [],
      }
  }
}

function whyUnknown({ makesItself, isEmbedded }: Place): string {
  if (makesItself) return 'Den första görs och provas inom kort, efter klockan 03.'
  if (isEmbedded)
    return 'Ingen har sagt var kopior ska ligga, så ingen görs av sig själv. Se driftboken: BACKUP_FOLDER.'
  return 'Databasen är er egen. Görs kopior av den vet vi det först när någon har provat en: se driftboken, npm run tried.'
}

const newestWhole = (whole: Trial | null, now: Date) =>
  whole?.madeAt
    ? `Den senaste som gick att återställa är från ${formatMomentSeen(whole.madeAt, now)}, ${ageOf(whole.madeAt, now)}.`
    : 'Ingen kopia som gick att återställa är känd här.'

function wholeWords({ madeAt, beganAt, counts }: Trial, now: Date): string {
  const of = madeAt ? `Kopian är från ${formatMomentSeen(madeAt, now)}, ${ageOf(madeAt, now)}, och` : 'Kopian'
  return `${of} provades ${formatMomentSeen(beganAt, now)}: ${counts ? countsInWords(counts) : ''}. Bokföringen går ihop och historiken är hel.`
}

export function countsInWords({ people, companies, bookings, alarms }: Counts): string {
  const number = (count: number) => count.toLocaleString('sv-SE')
  const personer = `${number(people)} ${people === 1 ? 'person' : 'personer'}`
  const bokningar = `${number(bookings)} ${bookings === 1 ? 'bokning' : 'bokningar'}`
  return `${personer}, ${number(companies)} företag, ${bokningar} och ${number(alarms)} larm`
}

const minuteMs = 60_000

/** A rough age: "9 timmar sedan". */
export function ageOf(at: Date, now: Date): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - at.getTime()) / minuteMs))
  if (minutes < 1) return 'nyss'
  if (minutes < 60) return `${minutes} ${minutes === 1 ? 'minut' : 'minuter'} sedan`
  const hours = Math.floor(minutes / 60)
  if (hours < 48) return `${hours} ${hours === 1 ? 'timme' : 'timmar'} sedan`
  return `${Math.floor(hours / 24)} dygn sedan`
}
