/*M!999999\- enable the sandbox mode */ 
-- MariaDB dump 10.19  Distrib 10.11.19-MariaDB, for debian-linux-gnu (x86_64)
--
-- Host: localhost    Database: a0
-- ------------------------------------------------------
-- Server version	10.11.19-MariaDB-0+deb12u1

/*!40101 SET @OLD_CHARACTER_SET_CLIENT=@@CHARACTER_SET_CLIENT */;
/*!40101 SET @OLD_CHARACTER_SET_RESULTS=@@CHARACTER_SET_RESULTS */;
/*!40101 SET @OLD_COLLATION_CONNECTION=@@COLLATION_CONNECTION */;
/*!40101 SET NAMES utf8mb4 */;
/*!40103 SET @OLD_TIME_ZONE=@@TIME_ZONE */;
/*!40103 SET TIME_ZONE='+00:00' */;
/*!40014 SET @OLD_UNIQUE_CHECKS=@@UNIQUE_CHECKS, UNIQUE_CHECKS=0 */;
/*!40014 SET @OLD_FOREIGN_KEY_CHECKS=@@FOREIGN_KEY_CHECKS, FOREIGN_KEY_CHECKS=0 */;
/*!40101 SET @OLD_SQL_MODE=@@SQL_MODE, SQL_MODE='NO_AUTO_VALUE_ON_ZERO' */;
/*!40111 SET @OLD_SQL_NOTES=@@SQL_NOTES, SQL_NOTES=0 */;

--
-- Table structure for table `t`
--

DROP TABLE IF EXISTS `t`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `t` (
  `n` int(11) DEFAULT NULL,
  `v` longtext DEFAULT NULL,
  `urn:ex:sEcReT` longtext DEFAULT NULL,
  `b` longblob DEFAULT NULL
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci COMMENT='100%	urn:isbn:sEcReT963&amp;b~b \\N';
/*!40101 SET character_set_client = @saved_cs_client */;

--
-- Dumping data for table `t`
--

LOCK TABLES `t` WRITE;
/*!40000 ALTER TABLE `t` DISABLE KEYS */;
INSERT INTO `t` VALUES
(0,'100%	urn:isbn:sEcReT963&amp;b~b \\N','100%	urn:isbn:sEcReT963&amp;b~b \\N','100%	urn:isbn:sEcReT963&amp;b~b \\N'),
(1,'--	urn:x-Y:sEcReT243/b?=a&b it\'s','--	urn:x-Y:sEcReT243/b?=a&b it\'s','--	urn:x-Y:sEcReT243/b?=a&b it\'s'),
(2,'a b\r\nUrn:EX:sEcReT586--b\'b?=a&b a b','a b\r\nUrn:EX:sEcReT586--b\'b?=a&b a b','a b\r\nUrn:EX:sEcReT586--b\'b?=a&b a b'),
(3,'it\'s\nURN:EX:sEcReT509,b it\'s','it\'s\nURN:EX:sEcReT509,b it\'s','it\'s\nURN:EX:sEcReT509,b it\'s'),
(4,'5\" disk\nurn:ex:sEcReT394%2fb@b?+r?=q 5\" disk','5\" disk\nurn:ex:sEcReT394%2fb@b?+r?=q 5\" disk','5\" disk\nurn:ex:sEcReT394%2fb@b?+r?=q 5\" disk'),
(5,'a,b\nUrn:ex:sEcReT575~b+b?=a&b a,b','a,b\nUrn:ex:sEcReT575~b+b?=a&b a,b','a,b\nUrn:ex:sEcReT575~b+b?=a&b a,b'),
(6,'a;b\nURN:EX:sEcReT661/b,b?=a&b a;b','a;b\nURN:EX:sEcReT661/b,b?=a&b a;b','a;b\nURN:EX:sEcReT661/b,b?=a&b a;b'),
(7,'two\nlines Urn:x-Y:sEcReT307*b;b two\nlines','two\nlines Urn:x-Y:sEcReT307*b;b two\nlines','two\nlines Urn:x-Y:sEcReT307*b;b two\nlines'),
(8,'a	b	URN:EX:sEcReT933?+r?=q a	b','a	b	URN:EX:sEcReT933?+r?=q a	b','a	b	URN:EX:sEcReT933?+r?=q a	b'),
(9,'<b>\r\nURN:EX:sEcReT960&b~b <b>','<b>\r\nURN:EX:sEcReT960&b~b <b>','<b>\r\nURN:EX:sEcReT960&b~b <b>'),
(10,'&amp; URN:ex:sEcReT63@b+b &amp;','&amp; URN:ex:sEcReT63@b+b &amp;','&amp; URN:ex:sEcReT63@b+b &amp;'),
(11,'\\n	URN:x-Y:sEcReT816%2fb=b#f \\n','\\n	URN:x-Y:sEcReT816%2fb=b#f \\n','\\n	URN:x-Y:sEcReT816%2fb=b#f \\n'),
(12,'\'\'	urn:x-Y:sEcReT417\'b%2fb?=a&b \'\'','\'\'	urn:x-Y:sEcReT417\'b%2fb?=a&b \'\'','\'\'	urn:x-Y:sEcReT417\'b%2fb?=a&b \'\''),
(13,'--\r\nUrn:ex:sEcReT641%2fb --','--\r\nUrn:ex:sEcReT641%2fb --','--\r\nUrn:ex:sEcReT641%2fb --'),
(14,'$$	Urn:isbn:sEcReT891,b%2fb#f $$','$$	Urn:isbn:sEcReT891,b%2fb#f $$','$$	Urn:isbn:sEcReT891,b%2fb#f $$'),
(15,'/*	urn:isbn:sEcReT304--b--b /*','/*	urn:isbn:sEcReT304--b--b /*','/*	urn:isbn:sEcReT304--b--b /*'),
(16,'100% Urn:ex:sEcReT499+b,b 100%','100% Urn:ex:sEcReT499+b,b 100%','100% Urn:ex:sEcReT499+b,b 100%'),
(17,'a|b	URN:x-Y:sEcReT906;b,b?+r?=q a|b','a|b	URN:x-Y:sEcReT906;b,b?+r?=q a|b','a|b	URN:x-Y:sEcReT906;b,b?+r?=q a|b'),
(18,'COPY x Urn:ex:sEcReT627+b COPY x','COPY x Urn:ex:sEcReT627+b COPY x','COPY x Urn:ex:sEcReT627+b COPY x'),
(19,'\\.	Urn:isbn:sEcReT916;b;b \\.','\\.	Urn:isbn:sEcReT916;b;b \\.','\\.	Urn:isbn:sEcReT916;b;b \\.'),
(20,'a\n\\.\nb\nURN:isbn:sEcReT794&amp;b/b?+r?=q a\n\\.\nb','a\n\\.\nb\nURN:isbn:sEcReT794&amp;b/b?+r?=q a\n\\.\nb','a\n\\.\nb\nURN:isbn:sEcReT794&amp;b/b?+r?=q a\n\\.\nb'),
(21,'\\\'\nUrn:x-Y:sEcReT735/b--b?=q%c3%a9 \\\'','\\\'\nUrn:x-Y:sEcReT735/b--b?=q%c3%a9 \\\'','\\\'\nUrn:x-Y:sEcReT735/b--b?=q%c3%a9 \\\''),
(22,'E\'x\'\r\nURN:ex:sEcReT548*b#f E\'x\'','E\'x\'\r\nURN:ex:sEcReT548*b#f E\'x\'','E\'x\'\r\nURN:ex:sEcReT548*b#f E\'x\''),
(23,'$a$ $_$ URN:ex:sEcReT788*b--b $a$ $_$','$a$ $_$ URN:ex:sEcReT788*b--b $a$ $_$','$a$ $_$ URN:ex:sEcReT788*b--b $a$ $_$'),
(24,'\\N	urn:x-Y:sEcReT933(b)=b?=a&b \\N','\\N	urn:x-Y:sEcReT933(b)=b?=a&b \\N','\\N	urn:x-Y:sEcReT933(b)=b?=a&b \\N'),
(25,'\r\n\nURN:ex:sEcReT769--b \r\n','\r\n\nURN:ex:sEcReT769--b \r\n','\r\n\nURN:ex:sEcReT769--b \r\n'),
(26,'\Z\nURN:x-Y:sEcReT348%2fb \Z','\Z\nURN:x-Y:sEcReT348%2fb \Z','\Z\nURN:x-Y:sEcReT348%2fb \Z'),
(27,'*/\r\nUrn:EX:sEcReT905/b */','*/\r\nUrn:EX:sEcReT905/b */','*/\r\nUrn:EX:sEcReT905/b */'),
(28,'/*!40000 x	Urn:EX:sEcReT711;b?=q%c3%a9 /*!40000 x','/*!40000 x	Urn:EX:sEcReT711;b?=q%c3%a9 /*!40000 x','/*!40000 x	Urn:EX:sEcReT711;b?=q%c3%a9 /*!40000 x'),
(29,'COPY t FROM stdin;\n	urn:EX:sEcReT975@b+b COPY t FROM stdin;\n','COPY t FROM stdin;\n	urn:EX:sEcReT975@b+b COPY t FROM stdin;\n','COPY t FROM stdin;\n	urn:EX:sEcReT975@b+b COPY t FROM stdin;\n'),
(30,'x\\\nUrn:ex:sEcReT247@b#f x\\','x\\\nUrn:ex:sEcReT247@b#f x\\','x\\\nUrn:ex:sEcReT247@b#f x\\');
/*!40000 ALTER TABLE `t` ENABLE KEYS */;
UNLOCK TABLES;
/*!40103 SET TIME_ZONE=@OLD_TIME_ZONE */;

/*!40101 SET SQL_MODE=@OLD_SQL_MODE */;
/*!40014 SET FOREIGN_KEY_CHECKS=@OLD_FOREIGN_KEY_CHECKS */;
/*!40014 SET UNIQUE_CHECKS=@OLD_UNIQUE_CHECKS */;
/*!40101 SET CHARACTER_SET_CLIENT=@OLD_CHARACTER_SET_CLIENT */;
/*!40101 SET CHARACTER_SET_RESULTS=@OLD_CHARACTER_SET_RESULTS */;
/*!40101 SET COLLATION_CONNECTION=@OLD_COLLATION_CONNECTION */;
/*!40111 SET SQL_NOTES=@OLD_SQL_NOTES */;

-- Dump completed on 2026-11-23 20:10:45
