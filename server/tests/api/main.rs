//! The JSON API through the router, without sockets.

mod catalogue;
mod curl;
mod economics;
mod estimate;
mod headers;
mod openapi;
mod problems;
mod random;
mod rate_limit;
mod reference;
mod schema;
mod shape;
mod simulate;
mod support;
mod trace;
