import MimeographImage

private func show(_ frame: ImageFrame, for duration: Duration?) {}
