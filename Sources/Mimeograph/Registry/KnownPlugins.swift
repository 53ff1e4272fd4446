// Made by Scripts/generate plugins; change that, not this.
// swift-format-ignore-file

/// The media ranges that each plugin of this package reads. Only remedies name them.
let knownPlugins: [(ranges: [MediaRange], plugin: String)] = [
]
