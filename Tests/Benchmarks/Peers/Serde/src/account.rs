//! The small body.

use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Account {
    id: i64,
    login: String,
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    email: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    company: Option<String>,
    is_administrator: bool,
    followers: i64,
    score: f64,
    roles: Vec<String>,
    created_at: String,
    address: Address,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Address {
    street: String,
    city: String,
    postal_code: String,
}
