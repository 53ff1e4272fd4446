//! The whole of canada.json.

use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
pub struct FeatureCollection {
    #[serde(rename = "type")]
    kind: String,
    features: Vec<Feature>,
}

#[derive(Serialize, Deserialize)]
pub struct Feature {
    #[serde(rename = "type")]
    kind: String,
    properties: Properties,
    geometry: Geometry,
}

#[derive(Serialize, Deserialize)]
pub struct Properties {
    name: String,
}

#[derive(Serialize, Deserialize)]
pub struct Geometry {
    #[serde(rename = "type")]
    kind: String,
    coordinates: Vec<Vec<Vec<f64>>>,
}
