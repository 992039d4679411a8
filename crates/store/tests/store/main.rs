//! One suite for both databases. The tests on PostgreSQL are marked as ignored, so that `cargo test` says that it leaves
//! them out; `make test` starts a PostgreSQL and runs them too.

mod home;
mod log;
mod model;
mod people;
mod trouble;
mod writers;

/// Makes a test on each database out of each function.
macro_rules! on_both {
    ($($rule:ident),* $(,)?) => {
        mod sqlite {$(
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $rule() {
                super::$rule(crate::home::Home::sqlite()).await;
            }
        )*}
        mod postgres {$(
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            #[ignore = "needs a PostgreSQL: `make test` starts one"]
            async fn $rule() {
                super::$rule(crate::home::Home::postgres().await).await;
            }
        )*}
    };
}
pub(crate) use on_both;
