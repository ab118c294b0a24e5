import pytorch_lightning as pl

from project import Tagger

trainer = pl.Trainer(max_epochs=3, accelerator="gpu", devices=1, precision=16)
trainer.fit(Tagger())
