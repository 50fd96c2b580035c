import type { Db, Tx } from '../core/db/connect.ts'

/** The classes that go on; those that have graduated stay assigned for the sake of their history. */
export async function selectAssigned(db: Db, userId: number) {
  const [classes, grades] = await Promise.all([
    db
      .selectFrom('userClass')
      .innerJoin('class', 'class.id', 'userClass.classId')
      .where('class.closedOn', 'is', null)
      .select('classId')
      .where('userId', '=', userId)
      .orderBy('classId')
      .execute(),
    db.selectFrom('userGrade').select('gradeId').where('userId', '=', userId).orderBy('gradeId').execute(),
  ])
  return { classIds: classes.map(({ classId }) => classId), gradeIds: grades.map(({ gradeId }) => gradeId) }
}

/** How many of these are classes and grades that the school has. */
export async function countOwn(db: Db, orgId: number, classIds: number[], gradeIds: number[]) {
  const [classes, grades] = await Promise.all([
    classIds.length === 0
      ? []
      : db
          .selectFrom('class')
          .select('id')
          .where('orgId', '=', orgId)
          .where('closedOn', 'is', null)
          .where('id', 'in', classIds)
          .execute(),
    gradeIds.length === 0
      ? []
      : db.selectFrom('grade').select('id').where('orgId', '=', orgId).where('id', 'in', gradeIds).execute(),
  ])
  return { classes: classes.length, grades: grades.length }
}

/** Who keeps a class keeps the past ones as well; who is left with none has none. */
export async function replaceAssigned(db: Tx, userId: number, classIds: number[], gradeIds: number[]) {
  let before = db.deleteFrom('userClass').where('userId', '=', userId)
  if (classIds.length > 0) {
    before = before.where('classId', 'in', (eb) =>
      eb
        .selectFrom('userClass as held')
        .innerJoin('class', 'class.id', 'held.classId')
        .where('held.userId', '=', userId)
        .where('class.closedOn', 'is', null)
        .select('held.classId'),
    )
  }
  await before.execute()
  await db.deleteFrom('userGrade').where('userId', '=', userId).execute()
  if (classIds.length > 0) {
    await db
      .insertInto('userClass')
      .values(classIds.map((classId) => ({ userId, classId })))
      .execute()
  }
  if (gradeIds.length > 0) {
    await db
      .insertInto('userGrade')
      .values(gradeIds.map((gradeId) => ({ userId, gradeId })))
      .execute()
  }
}
