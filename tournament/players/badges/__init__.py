"""The personal link of every player: the QR code on the badge."""
