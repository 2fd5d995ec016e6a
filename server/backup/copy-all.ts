import type pg from 'pg'
import { findPlace } from '~/platform/database/cluster-place.server'
import { places } from '../start/places'
import { copyFiles, inside, ours } from './backup-folder'
import { copyCluster } from './base-backup'

/**
 * Copies the files twice, around the cluster: a picture deleted meanwhile is in the first copy, one uploaded meanwhile
 * in the second.
 */
export async function copyAll(connection: pg.ClientConfig, folder: string) {
  copyFiles(ours, inside(folder))
  await copyCluster(connection, findPlace(places.data).data, inside(folder).cluster)
  copyFiles(ours, inside(folder))
}
