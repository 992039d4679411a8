//! One suite for both databases. The tests on PostgreSQL are ignored by default, so that `cargo test` reports
//! that it skips them. `make test` starts a PostgreSQL and runs them too.

mod failures;
mod log;
mod model;
mod people;
mod test_database;
mod writers;

/// Turns each function into one test per database.
macro_rules! on_each_database {
    ($($test:ident),* $(,)?) => {
        mod sqlite {$(
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $test() {
                super::$test(crate::test_database::TestDatabase::sqlite()).await;
            }
        )*}
        mod postgres {$(
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            #[ignore = "needs PostgreSQL (make test)"]
            async fn $test() {
                super::$test(crate::test_database::TestDatabase::postgres().await).await;
            }
        )*}
    };
}
pub(crate) use on_each_database;
